-- SPDX-License-Identifier: MIT
-- Runs of the roadmap planner: a checkpoint with each transition of its controller.
CREATE TABLE roadmap_runs (key INTEGER PRIMARY KEY, id TEXT NOT NULL, at INTEGER NOT NULL,
	state TEXT NOT NULL, run TEXT NOT NULL);
CREATE INDEX roadmap_run_ids ON roadmap_runs (id, key);
