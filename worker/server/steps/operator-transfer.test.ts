import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { operatorTransfer } from "./operator-transfer.ts";

const KEY = "k".repeat(43);
const [deployed, local] = [operatorTransfer(false), operatorTransfer(true)];

beforeAll(async () => {
  const row = env.DB.prepare("INSERT INTO operator_keys (hash, expires_at) VALUES (?1, ?2)");
  await row.bind(await sha256(KEY), Date.now() + 60_000).run();
});

const ask = (step: typeof deployed, url: string, key = KEY, method = "GET") =>
  answerAt(step, url, { env, method, headers: { authorization: `Bearer ${key}` } });

test("an operator's key opens the commands, at every host", async () => {
  const { status, text, headers } = await ask(deployed, "https://nobody.example/operator/secret");
  expect([status, Object.keys(JSON.parse(text))]).toEqual([200, ["print"]]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).not.toBeNull();
});

test("over http a deployment reads no key, a developer's machine does", async () => {
  for (const url of ["http://nobody.example/operator/secret", "http://localhost/operator/secret"]) {
    expect([url, (await ask(deployed, url)).text]).toEqual([url, NEXT]);
    expect([url, (await ask(local, url)).text]).toEqual([url, expect.stringContaining('"print"')]);
  }
});

test("without a valid key, and by another method, the commands do not exist", async () => {
  const url = "https://nobody.example/operator/secret";
  expect((await ask(deployed, url, "w".repeat(43))).text).toBe(NEXT);
  expect((await ask(deployed, url, "")).text).toBe(NEXT);
  expect((await ask(deployed, url, KEY, "DELETE")).text).toBe(NEXT);
});

test("other paths go on, also with the key", async () => {
  for (const path of ["/operator", "/operators/secret", "/members/operator/secret"])
    expect([path, (await ask(local, path)).text]).toEqual([path, NEXT]);
});
