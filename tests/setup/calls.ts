import { env } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import type { Engagement } from "#worker/delivery/live/call-line.ts";
import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import type { News } from "#worker/delivery/live/live.ts";
import { createCallEnds } from "#worker/messaging/calls/call-ends.ts";
import { createCallsStore } from "#worker/messaging/calls/calls.store.ts";
import { createCalls } from "#worker/messaging/calls/calls.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { runSql, writeMessage } from "./actions.ts";
import { addMember, logIn } from "./add-member.ts";
import { type Circumstances, contextOf, NOON } from "./context.ts";

export const SECOND = 1000;

/** Two members who have written and allow calls; what their objects were told. */
export const scene = {
  ...{ anna: "", ben: "", conversation: "", now: NOON },
  price: { per: "free", credits: 0 } as Settings["call_price"],
  told: [] as [string, News][],
  engaged: [] as [string, Engagement][],
  released: [] as string[][],
};

export const { chat, blocks } = servicesOf(env);
const store = createCallsStore(connect(env.DB));
const live = {
  expect: async () => {},
  relay: async (to: string, event: LiveEvent) => void scene.told.push([to, { events: [event], changed: [] }]),
  tell: async (to: string, news: News) => {
    scene.told.push([to, news]);
    return { reached: true, looking: true };
  },
  engage: async (to: string, engagement: Engagement) => scene.engaged.push([to, engagement]) > 0,
  release: async (...of: string[]) => void scene.released.push(of),
};
export const ends = createCallEnds({ store, live });
const relay = { urls: ["turn:127.0.0.1:3478"], secret: "secret", addresses: null };
const work: Promise<unknown>[] = [];
export const calls = createCalls({ store, ends, target: chat.target, live, relay, after: (later) => void work.push(later) });

/** What follows an answer has been done too. */
async function followed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } finally {
    await Promise.all(work.splice(0));
  }
}

export async function beginScene(): Promise<void> {
  const [anna, ben] = await Promise.all([addMember({ credits: 10 }), addMember({ credits: 10 })]);
  Object.assign(scene, { anna, ben, now: NOON, price: { per: "free", credits: 0 } });
  await befriend(anna, ben);
  Object.assign(scene, { told: [], engaged: [], released: [] });
}

/** Both write, and both allow calls. */
export async function befriend(one: string, other: string): Promise<void> {
  await writeMessage(other, one);
  scene.conversation = await writeMessage(one, other);
  await runSql("UPDATE participants SET may_call = 1 WHERE conversation_id = ?", scene.conversation);
}

export async function as(id: string, more: Circumstances = {}): Promise<MemberContext> {
  const { now, price } = scene;
  const viewer = await servicesOf(env).accountsStore.findViewer(await sha256(await logIn(id)), "liaison", now);
  const settings = { calls: true, call_price: price, ...more.settings };
  return (await contextOf({ viewer, now, ...more, settings })) as MemberContext;
}

export const permit = async (who: string, allow = true) =>
  calls.callPermission(await as(who), { conversation: scene.conversation, allow });
export const ring = async (who = scene.anna, more: Partial<Parameters<typeof calls.startCall>[1]> = {}) =>
  followed(
    calls.startCall(await as(who), {
      ...{ conversation: scene.conversation, kind: "video", client_id: newId(), direct: false },
      ...{ per: scene.price.per, price: 100 },
      ...more,
    }),
  );
export const answer = async (id: string, device = "device-one", direct = false) =>
  followed(calls.answerCall(await as(scene.ben), { id, device, direct }));
type Ending = Parameters<typeof calls.endCall>[1]["ending"];
export const end = async (who: string, id: string, ending: Ending = "hung_up") =>
  (await calls.endCall(await as(who), { id, ending })).call;
export const renew = async (who: string, id: string, minute?: number) => calls.renewCall(await as(who), { id, minute });
export const refusalOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "ok",
    (error: AppError) => error.code ?? error,
  );
export async function paid(id: string): Promise<string[]> {
  const asked = env.DB.prepare("SELECT kind, amount FROM ledger WHERE account_id = ? AND amount < 0 ORDER BY id").bind(id);
  return (await asked.all()).results.map(({ kind, amount }) => `${kind} ${amount}`);
}
export async function linesOf(who = scene.ben) {
  const { messages } = await chat.chat(await as(who), { conversation: scene.conversation });
  return messages.filter(({ type }) => type === "call").map(({ sender, text, call }) => ({ sender, text, ...call }));
}
export const inCall = () =>
  env.DB.prepare("SELECT count(*) AS n FROM call_lines WHERE account_id IN (?, ?)")
    .bind(scene.anna, scene.ben)
    .first<number>("n");
