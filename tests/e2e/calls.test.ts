import { afterAll, expect, test } from "vitest";
import { startLocalRelay } from "#scripts/local-relay.ts";
import { expectSound, useBrowser } from "./browser.ts";
import { DEVICES, expectHidden, expectTalk, inPhase, received, ring, watchCalls } from "./call-steps.ts";
import { memberPage } from "./fixtures.ts";
import { startForFile } from "./product.ts";
import { openAlive, post, said } from "./steps.ts";

const relay = await startLocalRelay();
if (!relay) throw new Error("There is no coturn: `npm test` fetches it, and so does `node scripts/fetch-coturn.ts`.");
await startForFile({ share: false, vars: relay.vars });
useBrowser({ flags: DEVICES });
afterAll(() => relay.close());

test("two members talk through the relay: no other address is told, and nothing sharp is sent before the press", async () => {
  const [a, b] = await Promise.all([memberPage("Anna", { credits: 100 }), memberPage("Ben", { credits: 100, gender: "male" })]);
  const [anna, ben] = [a.page, b.page];
  const signals = await Promise.all([anna, ben].map(watchCalls));
  const write = async (from: typeof a, to: typeof a) => {
    const text = { profile: to.id, client_id: `calls-${from.id}`, text: "Shall we talk?" };
    const answer = await post(from.page, "/api/chat.php", text);
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as { message: { conversation: string } }).message.conversation;
  };
  const conversation = await write(a, b);
  await write(b, a);
  await openAlive(ben, `/chats/${conversation}`);
  await ben.locator('[popovertarget="chat-menu"]').click();
  await ben.getByRole("button", { name: `${a.who.name} may call me` }).click();
  await ben.getByText(`once ${a.who.name} allows it too`).waitFor({ state: "attached" });
  expect((await post(anna, "/api/call-permission.php", { conversation, allow: true })).status()).toBe(200);

  await openAlive(anna, `/chats/${conversation}/call`);
  await anna.getByRole("button", { name: "Video call" }).click();
  await ring(ben).getByRole("button", { name: "Accept", exact: true }).click();
  // Before the first call with her the page says what to know.
  await ben.locator("main").getByRole("button", { name: "Accept", exact: true }).click();
  await Promise.all([inPhase(anna, "active"), inPhase(ben, "active")]);
  await Promise.all([anna, ben].map(expectTalk));
  for (const page of [anna, ben]) expect((await received(page)).width).toBeLessThanOrEqual(160);
  await expectSound(anna);

  await anna.getByRole("button", { name: "Show me" }).click();
  await expect.poll(async () => (await received(ben)).width).toBeGreaterThan(160);
  expect((await received(anna)).width).toBeLessThanOrEqual(160);

  ben.once("dialog", (dialog) => dialog.accept());
  await ben.reload();
  await ben.getByText("Your microphone is off.").waitFor();
  await inPhase(ben, "active");
  await expect.poll(async () => (await received(ben)).width).toBeGreaterThan(160);
  await anna.getByRole("button", { name: "End call" }).click();
  await Promise.all([inPhase(anna, "ended"), inPhase(ben, "ended")]);
  await ben.getByRole("link", { name: "Back to the chat" }).click();
  await said(ben, "Video call, ").waitFor();
  expectHidden(signals.flat());
});
