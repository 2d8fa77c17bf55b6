// `npm run proof`: the unit tests with every property at its full number of runs.
process.env.PROOF = "1";
process.argv[2] = "unit";
await import("./test.mjs");
