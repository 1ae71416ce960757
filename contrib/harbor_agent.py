# SPDX-License-Identifier: MIT
"""agent as an installed agent of Harbor (https://harborframework.com).

    harbor run --agent-import-path contrib.harbor_agent:Agent --model openai/MODEL ...

It has not been run against Harbor, which needs Docker and a model. It is written after the
interface of harbor.agents.installed.base (install, run, populate_context_post_run, SUPPORTS_ATIF).

AGENT_DEB names the package that `make deb` builds; it is put into the container.
"""

import json
import os
import shlex
from pathlib import Path

from harbor.agents.installed.base import BaseInstalledAgent, with_prompt_template

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY")


class Agent(BaseInstalledAgent):
    SUPPORTS_ATIF = True

    @staticmethod
    def name() -> str:
        return "agent"

    def get_version_command(self) -> str:
        return "agent --version"

    async def install(self, environment) -> None:
        package = Path(os.environ["AGENT_DEB"])
        await environment.upload_file(package, "/tmp/agent.deb")
        await self.exec_as_root(environment, command="apt-get update && apt-get install -y /tmp/agent.deb")

    @with_prompt_template
    async def run(self, instruction: str, environment, context) -> None:
        provider, _, model = (self.model_name or "").partition("/")
        words = ["agent", "--approve", "all", "-s", "sandbox.mode=off", "--ask", instruction]
        if model:
            words[1:1] = ["-m", model]
        env = {key: os.environ[key] for key in KEYS if key in os.environ}
        if os.environ.get("AGENT_BASE_URL"):
            env["AGENT_BASE_URL"] = os.environ["AGENT_BASE_URL"]
        # The container is the sandbox. The trajectory is written whatever the answer was.
        command = (
            f"{shlex.join(words)} </dev/null >/logs/agent/answer.txt 2>/logs/agent/agent.log; "
            "agent sessions export last /logs/agent/trajectory.json --format atif --force"
        )
        await self.exec_as_agent(environment, command=command, env=env)

    def populate_context_post_run(self, context) -> None:
        path = self.logs_dir / "trajectory.json"
        if not path.exists():
            return
        totals = json.loads(path.read_text()).get("final_metrics") or {}
        context.cost_usd = totals.get("total_cost_usd")
        context.n_input_tokens = totals.get("total_prompt_tokens") or 0
        context.n_output_tokens = totals.get("total_completion_tokens") or 0
        context.n_cache_tokens = totals.get("total_cached_tokens") or 0
