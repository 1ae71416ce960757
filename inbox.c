there src/session 3
