// Length of sentences in comments: docs/style.md.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commentsIn, longSentences } from "./comments/comments.ts";

const ROOT = join(import.meta.dirname, "..");

const files = globSync("{app,worker,db,demo,scripts,tools}/**/*.{ts,tsx,mjs}", { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$|^worker\/bindings\.d\.ts$/.test(file),
);
const problems = files.flatMap((file) => longSentences(file, commentsIn(readFileSync(join(ROOT, file), "utf8"))));
if (problems.length > 0) {
  console.error(`✖ comments:\n  ${problems.join("\n  ")}`);
  process.exit(1);
}
