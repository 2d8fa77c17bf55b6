import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, cpSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "#scripts/ports.ts";
import { ask } from "#tests/contract/http.ts";
import { stranger, useBrowser } from "./browser.ts";
import { hydrated } from "./steps.ts";

useBrowser();

const ROOT = join(import.meta.dirname, "../..");
/** A copy of the product that the test edits. */
const copy = mkdtempSync(join(tmpdir(), "liaison-dev-"));
const running: ChildProcess[] = [];

afterAll(() => {
  for (const { pid, exitCode } of running) if (pid && exitCode === null) process.kill(-pid, "SIGKILL");
  rmSync(copy, { recursive: true, force: true });
});

function copyProduct(): void {
  const files = ["package.json", "tsconfig.json", "vite.config.ts", "react-router.config.ts", "wrangler.toml"];
  for (const name of ["app", "worker", "db", "locales", "public", "scripts", "tools", "demo", ...files])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

function edit(path: string, from: string, to: string): void {
  const before = readFileSync(join(copy, path), "utf8");
  expect(before, path).toContain(from);
  // Not emptied first: the server reads a file as soon as it changes.
  const file = openSync(join(copy, path), "r+");
  const text = Buffer.from(before.replace(from, to));
  writeSync(file, text, 0, text.length, 0);
  ftruncateSync(file, text.length);
  closeSync(file);
}

/** `npm run dev` without the install step. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ["scripts/dev-server.ts", "--data", join(copy, ".data/dev"), ...args], {
    cwd: copy,
    detached: true,
    env: { ...process.env, LIAISON_TARGET: "local", NODE_ENV: "development", VITEST: undefined, NODE_NO_WARNINGS: "1" },
  });
  running.push(child);
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        output += text;
        if (output.includes("Ready on")) resolve();
      });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  // Awaited later: no unhandled rejection meanwhile.
  ready.catch(() => {});
  return { pid: child.pid as number, output: () => output, ready, ended };
}

/** In ms. */
const WITHIN = 60_000;

test("npm run dev applies a changed text, component, style and domain file, and keeps form input", async () => {
  copyProduct();
  const port = await freePort();
  const dev = start("--port", String(port));
  await dev.ready;
  expect(dev.output()).not.toMatch(/warning|ENOTFOUND|will not work|^\s+at /im);

  const { context, page } = await stranger();
  try {
    // A page is compiled when it is first asked for, beside other files.
    page.setDefaultTimeout(WITHIN);
    const said: string[] = [];
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    const opened = await page.goto(`http://localhost:${port}/login`, { timeout: 120_000 });
    // Vite waits for its restarted server in a worker made of a blob.
    expect(opened?.headers()["content-security-policy"]).toContain("worker-src 'self' blob:");
    await page.locator("dialog button").first().click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.getByLabel("E-mail").fill("typed@example.org");

    edit("locales/en.json", '"title": "Log in",', '"title": "Come in",');
    await page.getByRole("heading", { name: "Come in" }).waitFor();
    edit("app/layouts/footer.tsx", "<footer ", '<footer data-changed="yes" ');
    await page.locator("[data-changed=yes]").waitFor();
    edit("app/styles/base.css", "@layer base {", "@layer base {\n  html {\n    --changed: yes;\n  }\n");
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--changed")), {
        timeout: WITHIN,
      })
      .toBe("yes");
    await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("typed@example.org");

    edit("db/domains/localhost.json", '"name": "Liaison",', '"name": 7,');
    await expect.poll(dev.output, { timeout: WITHIN }).toMatch(/^✖ db\/domains\/localhost\.json/m);
    expect(dev.output()).not.toMatch(/^\s+at /m);
    edit("db/domains/localhost.json", '"name": 7,', '"name": "Encounter",');
    await expect.poll(() => page.title(), { timeout: WITHIN }).toContain("Encounter");
    await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("typed@example.org");

    const answer = await context.request.post(`http://localhost:${port}/api/user.php`, {
      data: { email: "anna@demo.example", password: "coffee-in-Amsterdam" },
      headers: { origin: `http://localhost:${port}` },
    });
    expect(answer.status()).toBe(200);
    await page.goto(`http://localhost:${port}/profile`, { timeout: 120_000 });
    await expect.poll(() => new URL(page.url()).pathname, { message: "nobody is sent to agree to other terms" }).toBe("/profile");
    page.setDefaultTimeout(WITHIN);
    await hydrated(page);
    const linked = await page.locator("link[data-rsc-css-href]").evaluateAll((all) => all.map((link) => link.dataset.rscCssHref));
    expect(linked).toContain("/app/ui/button.module.css");
    const added = page.locator("style[data-vite-dev-id]").evaluateAll((all) => all.map((style) => style.dataset.viteDevId ?? ""));
    const twice = (await added).filter((id) => linked.some((href) => href && id.endsWith(href)));
    expect(twice, "modules whose rules follow those that override them").toEqual([]);
    expect(said).toEqual([]);
  } finally {
    await context.close();
  }

  const upstream = createServer(({ url }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ asked: url }));
  });
  const behind = await freePort();
  await new Promise<void>((resolve) => upstream.listen(behind, "127.0.0.1", resolve));
  edit("db/domains/velvet.json", '"pool":', `"api": { "mode": "proxy", "upstream": "http://localhost:${behind}/v1" }, "pool":`);
  await expect
    .poll(async () => (await ask({ port, path: "/api/of-theirs.php", headers: { host: `velvet.localhost:${port}` } })).text)
    .toBe('{"asked":"/v1/api/of-theirs.php"}');
  upstream.close();

  const second = start("--port", String(port));
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Port ${port} is taken. Take another: npm run dev -- --port ${port + 1}`);

  const third = start();
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain(`Liaison already runs with this data: http://localhost:${port} (process ${dev.pid})`);
  expect(third.output()).toMatch(/npm run dev -- --port \d+ --data/);

  process.kill(dev.pid, "SIGTERM");
  expect(await dev.ended).toBe(0);
}, 900_000);
