import { afterAll, beforeAll, expect, test } from "vitest";
import { Firefox } from "#tests/browsers/firefox.ts";
import { Session } from "#tests/browsers/session.ts";
import { mayCall } from "#tests/campaigns/calls.ts";
import { addMembers, type Member } from "#tests/campaigns/members.ts";
import {
  expectHidden,
  expectTalk,
  inPhase,
  keepCalls,
  receivedHere,
  ring,
  type Watched,
  watchCalls,
} from "#tests/e2e/call-steps.ts";
import { accept, device, openLive, openStage, press, stage } from "./stage.ts";

openStage();
/** A camera and a microphone of its own, which each page may use; the relay is on loopback. */
const PREFERENCES = {
  "media.navigator.permission.disabled": true,
  "media.navigator.streams.fake": true,
  "media.peerconnection.ice.loopback": true,
  "media.autoplay.default": 0,
};
let firefox: Firefox;
beforeAll(async () => {
  firefox = await Firefox.start(PREFERENCES);
  await firefox.preload(keepCalls);
});
afterAll(() => firefox?.close());

async function inFirefox(member: Member): Promise<Session> {
  const session = new Session(await firefox.open());
  await session.goto(`${stage.link.origin}/robots.txt`);
  await session.addCookie("dismissed", "entry-t0", stage.link.origin);
  await session.addCookie("session", member.session, stage.link.origin);
  return session;
}

async function expectTalkIn(session: Session): Promise<void> {
  await session.until("sound and picture come", async () => {
    const { energy, frames } = await session.run(receivedHere);
    return energy > 0 && frames > 2;
  });
  expect((await session.run(receivedHere)).way).toEqual(["relay", "relay"]);
}

const signalsOf = (session: Session) => session.run(() => (globalThis as Watched).signals);

test.each(["Chromium", "Firefox"])(
  "%s calls the other engine: both hear and see, and no signal names another address",
  async (from) => {
    const [[chrome], [fox]] = await Promise.all([
      addMembers(stage.product, 1, { credits: 30 }),
      addMembers(stage.product, 1, { credits: 30, gender: "male" }),
    ]);
    const conversation = await mayCall(stage.product, (chrome as Member).id, (fox as Member).id);
    const page = await device(chrome as Member);
    const signals = await watchCalls(page);
    const session = await inFirefox(fox as Member);
    if (from === "Chromium") {
      await session.goto(`${stage.link.origin}/chats`);
      await session.alive();
      await openLive(page, `/chats/${conversation}/call`);
      await press(page, "Video call");
      await session.click("dialog button", "Accept");
      await session.at(/call=/);
      await session.click("main button", "Accept");
    } else {
      await openLive(page, "/chats");
      await session.goto(`${stage.link.origin}/chats/${conversation}/call`);
      await session.alive();
      await session.click("main button", "Video call");
      await accept(page);
      await press(page, "Accept");
    }
    await Promise.all([inPhase(page, "active"), session.see('[data-phase="active"]')]);
    await Promise.all([expectTalk(page), expectTalkIn(session)]);
    await session.click("main button", "Show me");
    await expect.poll(async () => (await page.evaluate(receivedHere)).width).toBeGreaterThan(160);
    await press(page, "Show me");
    await session.until("the picture is sharp", async () => (await session.run(receivedHere)).width > 160);

    // The relay starts anew: each engine looks for a way again.
    await stage.relay.restart();
    const { frames } = await session.run(receivedHere);
    await session.until("pictures come again", async () => (await session.run(receivedHere)).frames > frames + 20);
    await Promise.all([inPhase(page, "active"), session.see('[data-phase="active"]')]);
    expectHidden([...signals, ...(await signalsOf(session))]);
    if (from === "Chromium") await session.click("main button", "End call");
    else await press(page, "End call");
    await Promise.all([inPhase(page, "ended"), session.see('[data-phase="ended"]')]);
    await ring(page).waitFor({ state: "detached" });
  },
);
