import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect } from "vitest";
import { checkFile } from "#scripts/domain/import-check.ts";
import { type Commands, startCommands } from "#tests/setup/commands.ts";
import { command, startInstance } from "#tests/setup/instances.ts";
import type { OwnServer } from "#tests/setup/own-server.ts";
import { ask } from "./http.ts";

interface Options {
  site: string;
  commands: Commands;
  login: { method: string; path: string; body?: string | Uint8Array; headers: Record<string, string> };
}

/** Exports a site of the running server and imports it elsewhere, with the same secret. Returns the status of a log-in there, and the accounts, messages and payments that came. */
export async function moveAway(server: OwnServer, { site, commands, login }: Options) {
  const file = join(server.data, "..", `${site}.niche`);
  const exported = await commands.run("domain", "export", site, file);
  expect(exported.code, exported.output).toBe(0);
  const { tables } = await checkFile(file);
  const { PASSWORD_PEPPER = "" } = parseEnv(readFileSync(server.config, "utf8"));
  const there = await startInstance([], { vars: { PASSWORD_PEPPER } });
  const sameSecret = startCommands(undefined, { ...process.env, PASSWORD_PEPPER });
  const bring = (...words: string[]) =>
    sameSecret.run("domain", "import", file, ...words, "--port", String(there.port), "--data", there.data);
  try {
    expect((await command("domain", there, "import", file, "--dry-run")).output).toContain("has another PASSWORD_PEPPER");
    const tried = await bring("--dry-run");
    expect(tried.code, tried.output).toBe(0);
    for (const [name, { count, hash }] of Object.entries(tables))
      if (count > 0) expect(tried.output).toContain(`${name}: ${count} rows, SHA-256 ${hash}`);
    expect(await bring()).toMatchObject({ code: 0, output: expect.stringContaining("equal by count and hash") });
    const { status } = await ask({ port: there.port, ...login });
    return [status, tables.accounts?.count, tables.messages?.count, tables.payments?.count];
  } finally {
    sameSecret.end();
    await there.stop();
  }
}
