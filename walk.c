there src/workspace 3
