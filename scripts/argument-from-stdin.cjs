// Loaded before wrangler: appends the standard input to its arguments. A statement in the real arguments would be readable for
// every user of the machine, in the list of processes.
process.argv.push(require("node:fs").readFileSync(0, "utf8"));
