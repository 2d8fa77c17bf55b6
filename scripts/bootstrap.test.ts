import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "liaison-command-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["ends with a code", "process.exit(3)", 3],
  ["ends by itself", "", 0],
  // Out of memory, the system kills it.
  ["is killed", `process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)`, 128 + constants.signals.SIGKILL],
])("a command that %s gives its code to the shell", (_, code, expected) => {
  const command = join(folder, "command.mjs");
  writeFileSync(command, code);
  const bootstrap = pathToFileURL(join(ROOT, "scripts/bootstrap.mjs")).href;
  const starts = `import { run24 } from "${bootstrap}"; process.exitCode = await run24(${JSON.stringify(relative(ROOT, command))});`;
  expect(spawnSync(process.execPath, ["--input-type=module", "-e", starts]).status).toBe(expected);
});
