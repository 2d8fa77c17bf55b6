import { createExecutionContext, env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { Unreadable } from "#worker/platform/errors.ts";
import { createWorker } from "#worker/server/worker.ts";

test("a body that no page sends is answered as such, and is no error of ours", async () => {
  const lines = vi.spyOn(console, "error").mockImplementation(() => {});
  const post = async (error: Error) => {
    const worker = createWorker(() => Promise.reject(error));
    const headers = { "sec-fetch-site": "same-origin" };
    const request = new Request("http://localhost/login?token=SECRET", { method: "POST", headers, body: "x" });
    return (await worker.fetch(request as never, env, createExecutionContext())).status;
  };
  expect(await post(new Unreadable("unknown server function"))).toBe(400);
  expect(lines).not.toHaveBeenCalled();
  expect(await post(new Error("of ours"))).toBe(500);
  expect(lines).toHaveBeenCalledTimes(1);
  expect(String(lines.mock.calls)).not.toMatch(/SECRET|login/);
  lines.mockRestore();
});
