import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { configuration } from "./configuration.ts";

// Other files of this runtime get the same services, which must know the secrets.
beforeAll(() => void servicesOf(env));

afterEach(() => {
  vi.restoreAllMocks();
});

test("with its secrets every request goes on", async () => {
  expect((await answerAt(configuration, "/health", { env })).text).toBe(NEXT);
});

test("without them a page and a call are refused, and only the log names the secret", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  const closed = { ...env, PASSWORD_PEPPER: "" };
  const page = await answerAt(configuration, "/members", { env: closed });
  const call = await answerAt(configuration, "/api/user.php", { env: closed });
  expect([page.status, call.status, JSON.parse(call.text).error.code]).toEqual([503, 503, "internal"]);
  for (const { text, headers } of [page, call]) {
    expect(text).not.toContain("PEPPER");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect(lines.at(-1)).toContain("PASSWORD_PEPPER is missing");
});

test("its health still answers", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { text } = await answerAt(configuration, "/health", { env: { ...env, PASSWORD_PEPPER: "" } });
  expect(JSON.parse(text)).toHaveProperty("schema");
});
