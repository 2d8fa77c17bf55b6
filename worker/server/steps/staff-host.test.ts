import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { staffHost } from "./staff-host.ts";

const step = staffHost(async () => new Response("a staff page"));
const deployed = { ...env, STAFF_HOST: "Staff.example" };

afterEach(() => {
  vi.restoreAllMocks();
});

test("other hosts go on", async () => {
  for (const url of ["https://liaison.example/staff", "https://staff.example.evil.example/", "https://x.staff.example/"])
    expect([url, (await answerAt(step, url, { env: deployed })).text]).toEqual([url, NEXT]);
  expect((await answerAt(step, "https://staff.example/", { env: { ...env, STAFF_HOST: undefined } })).text).toBe(NEXT);
});

test("the staff host answers everything itself, hidden from search engines", async () => {
  const page = await answerAt(step, "https://staff.example/staff/work", { env: deployed });
  expect([page.status, page.text, page.headers.get("x-robots-tag")]).toEqual([200, "a staff page", "noindex, nofollow"]);
  const front = await answerAt(step, "https://staff.example./", { env: deployed });
  expect([front.status, front.headers.get("location")]).toEqual([302, "/staff"]);
  expect((await answerAt(step, "https://staff.example/members", { env: deployed })).status).toBe(404);
});

test("over http it shows nothing and takes nothing", async () => {
  const read = await answerAt(step, "http://staff.example/staff", { env: deployed });
  expect([read.status, read.headers.get("location")]).toEqual([308, "https://staff.example/staff"]);
  expect(read.headers.get("x-content-type-options")).toBe("nosniff");
  const written = await answerAt(step, "http://staff.example/staff/login", { env: deployed, method: "POST", body: "a" });
  expect([written.status, written.text]).toEqual([403, ""]);
});

test("while its database fails it says so, without the cause", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  const prepare = () => {
    throw new Error("a secret");
  };
  const DB = { prepare } as unknown as D1Database;
  const headers = { cookie: `__Host-staff=${"s".repeat(43)}` };
  const failed = await answerAt(step, "https://staff.example/staff", { env: { ...deployed, DB }, headers });
  expect([failed.status, failed.text]).toEqual([500, expect.stringContaining("An error occured")]);
  expect(failed.text).not.toContain("a secret");
  expect(failed.headers.get("x-content-type-options")).toBe("nosniff");
  expect(lines.at(-1)).toContain('"edge failed"');
});
