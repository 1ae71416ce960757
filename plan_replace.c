there src/plan 3
