import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { localTools } from "./local-tools.ts";

const SQL_KEY = "k".repeat(20);

function sql(key: string) {
  const body = JSON.stringify({ database: "DB", statements: [{ sql: "SELECT ?1 AS number", params: [1] }] });
  const headers = { "x-sql-key": key };
  return answerAt(localTools, "/dev/sql", { env: { ...env, SQL_KEY }, method: "POST", body, headers });
}

test("a command writes SQL by its key", async () => {
  const { status, text } = await sql(SQL_KEY);
  expect([status, JSON.parse(text)]).toEqual([200, [[{ number: 1 }]]]);
  for (const key of ["", "w".repeat(20)]) expect((await sql(key)).status).toBe(403);
});

test("the payment provider's host has its own pages only", async () => {
  for (const path of ["/pay/nothing", "/members", "/dev/sql"])
    expect([path, (await answerAt(localTools, `http://pay.localhost${path}`, { env })).status]).toEqual([path, 404]);
});

test("other hosts and paths go on", async () => {
  for (const url of ["/members", "/dev/sql/a", "/pay/nothing", "http://pay.localhost.example/pay/nothing"])
    expect([url, (await answerAt(localTools, url, { env })).text]).toEqual([url, NEXT]);
});
