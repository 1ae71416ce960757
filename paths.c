there src/sandbox 3
