// Length and share of comments: docs/style.md.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commentsIn, longSentences, MOST_SHARE, shareOf } from "./comments/comments.ts";

const ROOT = join(import.meta.dirname, "..");

const files = globSync("{app,worker,db,scripts}/**/*.{ts,tsx,mjs}", { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$|^worker\/bindings\.d\.ts$/.test(file),
);
const sources = files.map((file) => readFileSync(join(ROOT, file), "utf8"));
const problems = files.flatMap((file, index) => longSentences(file, commentsIn(sources[index] ?? "")));
const share = shareOf(sources);
if (share > MOST_SHARE) problems.push(`comments take ${(share * 100).toFixed(2)} % of the lines, at most ${MOST_SHARE * 100} %`);
if (problems.length > 0) {
  console.error(`✖ comments:\n  ${problems.join("\n  ")}`);
  process.exit(1);
}
