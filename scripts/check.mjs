// `npm run check`: everything that can be checked without running the product.
import { ensureInstalled, run } from "./bootstrap.mjs";
import { CHECKS } from "./checks.mjs";

ensureInstalled("all");

const codes = await Promise.all(
  Object.entries(CHECKS).map(async ([name, commands]) => {
    let code = 0;
    for (const [tool, ...args] of commands) code ||= await run(tool, args, { quiet: true });
    console.log(`${code === 0 ? "✓" : "✖"} ${name}`);
    return code;
  }),
);
const failed = codes.filter((code) => code !== 0).length;
console.log(`${codes.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
