there src/llm 3
