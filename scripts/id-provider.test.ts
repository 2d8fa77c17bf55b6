import { connect } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { startIdProvider } from "./id-provider.ts";

const provider = await startIdProvider(0, () => []);
afterAll(() => provider.close());

test("an answer to a question that nobody was asked is refused, and the provider goes on", async () => {
  const answer = await fetch(`${provider.origin}/interaction/unknown`, { method: "POST", body: "age=over" });
  expect([answer.status, await answer.text()]).toEqual([400, "This question is over. Begin again on the site."]);
  expect((await fetch(`${provider.origin}/.well-known/openid-configuration`)).status).toBe(200);
});

test("an answer that is cut off, or any other error, is logged, answered with 500, and ends nothing", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const unreadable = await startIdProvider(0, () => {
    throw new Error("no domains");
  });
  try {
    const { hostname, port } = new URL(provider.origin);
    const socket = connect(Number(port), hostname);
    socket.write("POST /interaction/any HTTP/1.1\r\nhost: id.localhost\r\ncontent-length: 100\r\n\r\nage=", () =>
      socket.destroy(),
    );
    await expect.poll(() => logged.mock.calls).toEqual([[expect.objectContaining({ code: "ECONNRESET" })]]);
    expect((await fetch(`${provider.origin}/.well-known/openid-configuration`)).status).toBe(200);
    expect((await fetch(unreadable.origin, { signal: AbortSignal.timeout(5000) })).status).toBe(500);
    expect(logged).toHaveBeenLastCalledWith(expect.objectContaining({ message: "no domains" }));
  } finally {
    unreadable.close();
    logged.mockRestore();
  }
});
