import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HOLDINGS } from "#db/holdings.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { contentsOf } from "#tests/setup/store-files.ts";
import { unzip } from "#tests/setup/zip.ts";
import { addCanary, type Canary } from "./canary.ts";
import type { Person } from "./person.ts";
import { inStore, served } from "./served-store.ts";

const DAY = 24 * 3_600_000;
const lines: string[] = [];
let at: Instance;
beforeAll(async () => {
  const files = readDomainFiles().map((file) => ({ ...file, preview: ["payments" as const] }));
  at = await startInstance(files, { vars: { REQUEST_LOG: "on" }, onLog: (line) => lines.push(line) });
  Object.assign(served, { local: at.port, sql: at.sql });
});
afterAll(async () => {
  await at.stop();
});

const countOf = (what: string, ...values: string[]) =>
  at.db
    .prepare(`SELECT count(*) AS n FROM ${what}`)
    .bind(...values)
    .first<number>("n");

function download(person: Person, path: string): Promise<Uint8Array> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: person.port, path, headers: { host: `localhost:${person.port}`, cookie } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      answer.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    })
      .on("error", reject)
      .end();
  });
}

async function exportOf(person: Person): Promise<string> {
  await person.call("requestExport", { password: PASSWORD });
  const isReady = async () => (await person.call("dataExport", {})).export?.status === "ready";
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 });
  const { id } = (await person.call("dataExport", {})).export ?? expect.unreachable();
  const files = unzip(await download(person, `/download/${id}.zip`));
  return [...files.values()].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
}

/** As on day 15. */
async function erase(person: Person, text?: string): Promise<void> {
  await person.call("deleteAccount", { password: PASSWORD, reason: "break", text });
  await at.tick();
  await inStore(
    { sql: "UPDATE accounts SET deleted_at = deleted_at - ? WHERE id = ?", values: [15 * DAY, person.id] },
    { sql: "UPDATE sweeps SET steady_since = steady_since - ?", values: [2 * DAY] },
  );
  await expect
    .poll(
      async () => {
        await at.tick();
        return [await countOf("accounts WHERE id = ? AND status = 'erased'", person.id), await countOf("archive_erasures")];
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual([1, 0]);
}

/** Not the member's own: the provider's token, a copy for repeated requests, mails without an account, what staff say of a picture. */
const NOT_EXPORTED = ["answer of a call", "card token", "known address", "mail", "picture source"];

/** Of this machine only: the stand-in for a payment provider keeps its orders, and the emulator names finished uploads. */
const LOCAL_ONLY = /^(kv\/liaison-visitors\/blobs|r2\/\S+ _mf_multipart_(uploads|parts))$/;

let canary: Canary;
let exported: string;

/** Places of the deployment with a word of the member, and those with the id alone. */
function traces(): Record<string, string[]> {
  const words = { ...canary.tokens, "inserted name": "Veraq7x", "inserted text": "q7xabout" };
  const found = [...contentsOf(at.data)].flatMap(([place, text]) => {
    const fields = Object.entries(words).flatMap(([field, word]) => (text.includes(word) ? [field] : []));
    if (LOCAL_ONLY.test(place) || (fields.length === 0 && !text.includes(canary.anna.id))) return [];
    return [[place.replace(/^d1\S+ |^do\/liaison-/, ""), fields] as const];
  });
  return Object.fromEntries(found);
}

/** Tables that docs/operating/erasure.md names under a heading. */
function documented(heading: string): string[] {
  const page = readFileSync(join(import.meta.dirname, "../../docs/operating/erasure.md"), "utf8");
  const [, part = ""] = page.split(`## ${heading}\n`);
  const rows =
    part
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| `")) ?? [];
  return rows.flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)).toSorted();
}

beforeAll(async () => {
  canary = await addCanary(at.tick);
  exported = await exportOf(canary.anna);
});

test("the canary has a row in every table about members", async () => {
  for (const [table, { members }] of Object.entries(HOLDINGS)) {
    if (members.length === 0) continue;
    const where = members.map((column) => `${column} = ?1`).join(" OR ");
    expect(await countOf(`${table} WHERE ${where}`, canary.anna.id), table).toBeGreaterThan(0);
  }
});

test("an export holds all that the member wrote", () => {
  const missing = Object.entries(canary.tokens).flatMap(([field, word]) => (exported.includes(word) ? [] : [field]));
  expect(Object.keys(canary.tokens).length).toBeGreaterThan(30);
  expect(missing.toSorted()).toEqual(NOT_EXPORTED);
});

test("an erasure leaves in stores and log what docs/operating/erasure.md names, and nothing else", async () => {
  const { anna, ben, tokens } = canary;
  const before = traces();
  const known = new Set(Object.values(before).flat());
  // An address on a list of people one knows is a keyed hash alone.
  const nowhere = [...Object.keys(tokens), "inserted name", "inserted text"].filter((field) => !known.has(field));
  expect(nowhere).toEqual(["known address"]);
  expect(before["MessageArchive messages"]).toEqual(["archived message", "archived hidden message"]);

  tokens["leaving text"] = "qleavingtextq";
  await erase(anna, `I have had enough of ${tokens["leaving text"]}`);
  const after = traces();
  const words = Object.fromEntries(Object.entries(after).filter(([, fields]) => fields.length > 0));
  expect(words).toEqual({
    messages: ["message", "caption", "gift note", "opener"],
    participants: ["opener"],
    "MessageArchive messages": ["archived message"],
    complaints: ["complaint"],
    departures: ["leaving text"],
  });
  expect(Object.keys(after).toSorted()).toEqual([...documented("Words that stay"), ...documented("Ids that stay")].toSorted());
  expect(Object.keys(words).toSorted()).toEqual(documented("Words that stay"));

  for (const partner of [ben, canary.dora]) await erase(partner);
  const left = Object.entries(traces()).filter(([, fields]) => fields.length > 0);
  expect(Object.fromEntries(left)).toEqual({ complaints: ["complaint"], departures: ["leaving text"] });

  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter((line) => [...Object.values(tokens), anna.id].some((word) => line.includes(word)))).toEqual([]);
});
