import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lockProblems } from "./lock.ts";

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8"));
const problems = lockProblems(lock.packages);
if (problems.length > 0) {
  console.error(`✖ package-lock.json:\n  ${problems.join("\n  ")}`);
  process.exit(1);
}
