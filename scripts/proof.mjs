// `npm run proof`: unit tests with the full number of property runs.
process.env.PROOF = "1";
process.argv[2] = "unit";
await import("./test.mjs");
