import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const temporary = mkdtempSync(join(tmpdir(), "liaison-leftovers-"));
afterAll(() => rmSync(temporary, { recursive: true }));

// What ends the run after SIGKILL is SIGTERM, which leaves nothing either.
test.each(["SIGINT", "SIGKILL"] as const)("a rehearsal that ends by %s leaves no member's row on the disk", async (signal) => {
  const run = () =>
    spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const { inEmptyDeployment } = await import(${JSON.stringify(join(import.meta.dirname, "domain/rehearsal.ts"))});
        await inEmptyDeployment(() => new Promise((done) => (console.log("there"), setTimeout(done, 60_000))));`,
      ],
      { env: { ...process.env, TMPDIR: temporary }, cwd: join(import.meta.dirname, "..") },
    );
  const first = run();
  await once(first.stdout, "data");
  expect(readdirSync(temporary)).toHaveLength(1);
  first.kill(signal);
  await once(first, "exit");
  if (signal !== "SIGKILL") return expect(readdirSync(temporary)).toEqual([]);
  // Nobody can handle this one: the next run removes what is left, and nothing of a run under way.
  expect(readdirSync(temporary)).toHaveLength(1);
  mkdirSync(join(temporary, `liaison-rehearsal-${process.pid}-other`));
  const next = run();
  await once(next.stdout, "data");
  next.kill("SIGTERM");
  await once(next, "exit");
  expect(readdirSync(temporary)).toEqual([`liaison-rehearsal-${process.pid}-other`]);
});
