import { execFile } from "node:child_process";
import { createServer, type RequestListener, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { conform, type Line, report } from "#scripts/domain/conform.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { CALLS } from "#worker/server/calls.ts";
import { member } from "./person.ts";

const servers: ReturnType<typeof createServer>[] = [];

afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const by = (lines: Line[], outcome: Line["outcome"]) => lines.filter((line) => line.outcome === outcome);
const here = () => `http://localhost:${inject("local")}`;

it("finds nothing wrong with this product, reading and writing, and names every call", async () => {
  const [ann] = [await member("local"), await member("local", { gender: "male" })];
  const account = { email: ann.email, password: PASSWORD };
  const lines = await conform({ url: here(), account, write: true, timeout: 30_000 });
  expect(by(lines, "wrong")).toEqual([]);
  expect(lines.map(({ call }) => call).sort()).toEqual(Object.keys(CALLS).sort());
  expect(by(lines, "right").length).toBeGreaterThan(50);
});

it("makes the members' calls without an account, which are refused", async () => {
  const lines = await conform({ url: here(), timeout: 30_000 });
  expect(by(lines, "wrong")).toEqual([]);
  expect(lines.find(({ call }) => call === "likes")).toEqual({
    call: "likes",
    outcome: "refused",
    answered: "403 authentication_required",
  });
  expect(lines.find(({ call }) => call === "sendMessage")?.answered).toContain("--write");
});

it("names every mismatch by its JSON path, what is expected, and which call is not there at all", async () => {
  const json = { "content-type": "application/json" };
  const url = await listen((asked, response) => {
    const path = asked.url?.split("?")[0] ?? "";
    if (path === "/old/api/regions.php") return void response.writeHead(200, json).end('{"country":"NL","regions":[{"id":7}]}');
    const html = { "content-type": "text/html; charset=UTF-8" };
    if (path === "/old/api/interests.php") return void response.writeHead(200, html).end("<h1>");
    if (path === "/old/api/packages.php") return void response.writeHead(200, html).end('{"packages":"none"}');
    if (path === "/old/api/visitors.php") return void response.writeHead(404, html).end("<h1>Not found</h1>");
    if (path === "/old/api/block.php") return void response.writeHead(404, json).end('{"message":"no route"}');
    if (path === "/old/api/companyinfo.php")
      return void response.writeHead(301, { location: "https://elsewhere.example/" }).end();
    if (path === "/old/api/chats.php") return void response.writeHead(401, json).end('{"error":{"code":"login","message":"no"}}');
    if (path === "/old/api/likes.php") return void response.writeHead(500, json).end('{"trace":"…"}');
    if (path === "/old/api/deck.php") return void response.socket?.destroy();
    const passed = send(
      {
        port: inject("local"),
        path: asked.url?.replace("/old", ""),
        headers: { ...asked.headers, host: `localhost:${inject("local")}` },
      },
      (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
    );
    asked.pipe(passed);
  });
  const lines = await conform({ url: `${url}/old`, timeout: 30_000 });
  expect(by(lines, "wrong")).toEqual([
    expect.objectContaining({
      call: "companyinfo",
      answered: "301 to https://elsewhere.example/",
      mistakes: [{ expected: "no redirect" }],
    }),
    expect.objectContaining({ call: "regions", answered: "200", mistakes: expect.any(Array) }),
    expect.objectContaining({ call: "interests", answered: "not application/json but text/html" }),
    expect.objectContaining({ call: "packages", answered: "200", mistakes: expect.any(Array) }),
    expect.objectContaining({
      call: "chats",
      answered: "401 login",
      mistakes: [{ at: "$.error.code", expected: expect.stringContaining("one of") }],
    }),
    expect.objectContaining({ call: "likes", answered: "status 500 without an error of the contract" }),
  ]);
  const mistakesOf = (name: string) => lines.find(({ call }) => call === name)?.mistakes ?? [];
  expect(mistakesOf("regions").map(({ at }) => at)).toEqual(["$.regions[0].code", "$.regions[0].name", "$.regions[0].cities"]);
  expect(mistakesOf("packages")[0]).toEqual({ expected: "content-type application/json, but text/html" });
  expect(mistakesOf("packages").map(({ at }) => at)).toContain("$.packages");
  expect(by(lines, "missing").map(({ call, answered }) => [call, answered])).toEqual([
    ["blocks", "404"],
    ["visitors", "404"],
  ]);
  expect(report(lines)).toMatch(/regions +GET \/api\/regions\.php +wrong +200 +\$\.regions\[0\]\.\w+: .*expected/);
  expect(report(lines)).toContain("6 wrong, 2 missing");
});

it("tells that an API does not answer, or refuses the account", async () => {
  const run = (...args: string[]) =>
    new Promise((resolve) => {
      const env = { ...process.env, NODE_NO_WARNINGS: "1", CONFORM_PASSWORD: "wrong" };
      const command = [join(import.meta.dirname, "../../scripts/domain.ts"), "conform", ...args];
      execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  expect(await run("localhost:8787")).toMatchObject({ code: 1, output: expect.stringContaining("is no URL") });
  const closed = await listen(() => {});
  servers.pop()?.close();
  expect(await run(closed)).toMatchObject({ code: 1, output: expect.stringContaining(`No answer from ${closed}`) });
  expect(await run(here().replace("localhost", "curves.localhost"), "--email", "nobody@example.org")).toMatchObject({
    code: 1,
    output: expect.stringContaining("The log-in of nobody@example.org was refused (403 login_failed)"),
  });
});
