import { afterAll, expect, test } from "vitest";
import { startIdProvider } from "./id-provider.ts";

const provider = await startIdProvider(0, () => []);
afterAll(() => provider.close());

test("an answer to a question that nobody was asked is refused, and the provider goes on", async () => {
  const answer = await fetch(`${provider.origin}/interaction/unknown`, { method: "POST", body: "age=over" });
  expect([answer.status, await answer.text()]).toEqual([400, "This question is over. Begin again on the site."]);
  expect((await fetch(`${provider.origin}/.well-known/openid-configuration`)).status).toBe(200);
});
