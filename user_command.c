there src/agent 3
