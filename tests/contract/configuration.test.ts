import { afterAll, beforeAll, expect, it } from "vitest";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { ask } from "./http.ts";

const lines: string[] = [];
const UNREADABLE = { PUSH_KEYS: "broken", SMS_TWILIO: "{", PAYMENT_VEROTEL_LOCALHOST: "{", MAIL_REPORT_SANDBOX: "short" };

let broken: Instance;
let closed: Instance;
beforeAll(async () => {
  const onLog = (line: string) => void lines.push(line);
  broken = await startInstance(undefined, { vars: { ...UNREADABLE, MEDIA_SECRET: "" }, onLog });
  closed = await startInstance(undefined, { vars: { PASSWORD_PEPPER: "" }, onLog });
});
afterAll(async () => {
  await broken.stop();
  await closed.stop();
});

const statusOf = async (port: number, path: string) => (await ask({ port, path, headers: { host: "localhost" } })).status;

it("secrets that cannot be read make no page an error; health and log say which kind and which name", async () => {
  for (const path of ["/", "/login", "/signup", "/members", "/credits", "/api/settings.php", "/api/members.php"])
    expect([path, (await statusOf(broken.port, path)) < 500]).toEqual([path, true]);
  const health = await ask({ port: broken.port, path: "/health", headers: { host: "localhost" } });
  expect([health.status, JSON.parse(health.text)]).toMatchObject([503, { ok: false, problems: ["secret"] }]);
  for (const value of ["broken", "short"]) expect(health.text).not.toContain(value);
  for (const name of Object.keys(UNREADABLE))
    expect(lines).toContain(JSON.stringify({ level: "error", event: "secret unreadable", name }));
  expect(lines).toContain(JSON.stringify({ level: "error", event: "secret missing", name: "MEDIA_SECRET" }));
  await broken.tick();
  expect(lines.some((line) => line.includes('"event":"sweep failed","task":"configuration"'))).toBe(true);
});

it("nothing is answered with an empty key: without PASSWORD_PEPPER all is unavailable, and health says why", async () => {
  for (const path of ["/", "/login", "/api/settings.php", "/media/x"])
    expect([path, await statusOf(closed.port, path)]).toEqual([path, 503]);
  const health = await ask({ port: closed.port, path: "/health", headers: { host: "localhost" } });
  expect([health.status, JSON.parse(health.text)]).toMatchObject([503, { problems: ["secret"] }]);
});
