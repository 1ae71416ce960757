there src/config 3
