import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "liaison-chromium-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPTS = ["bootstrap", "chromium", "disk", "drizzle-modules", "install", "install-plan", "install-turn", "test"];

test("a test run that cannot have Chromium says so before it installs anything", () => {
  for (const name of SCRIPTS) cpSync(join(import.meta.dirname, `${name}.mjs`), join(folder, "scripts", `${name}.mjs`));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ optionalDependencies: {} }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: {} }));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/npm"), `#!/bin/sh\necho "$@" >> "${folder}/calls"\nexit 1\n`);
  chmodSync(join(folder, "bin/npm"), 0o755);
  const env = { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`, CHROMIUM: "/nowhere" };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/test.mjs", "e2e"], { cwd: folder, env, encoding: "utf8" });
  const calls = existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8") : "";
  expect([status, calls]).toEqual([1, ""]);
  expect(stderr).toContain("The journeys need Chromium.");
});
