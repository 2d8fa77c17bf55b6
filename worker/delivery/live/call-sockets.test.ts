import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { PLAIN_SDP, sdpWith } from "#tests/setup/hostile-sdp.ts";
import { connect } from "#tests/setup/socket.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Engagement } from "./call-line.ts";
import { CallSockets } from "./call-sockets.ts";
import { FrameGate } from "./frames.ts";
import type { InboxDeps } from "./inbox-deps.ts";

type Line = Awaited<ReturnType<typeof connect>>;

const { live } = servicesOf(env);
const SECRET = "192.168.7.23";
const HOST = `candidate:1 1 udp 2122260223 ${SECRET} 54321 typ host`;
const RELAYED = "candidate:2 1 udp 41885439 198.51.100.200 50000 typ relay raddr 0.0.0.0 rport 0";

let anna: string;
let ben: string;
let call: string;
let until: number;

const inboxOf = (id: string) => env.INBOX.get(env.INBOX.idFromName(id));
const open = async (id: string) => connect(await logIn(id));
const send = (line: Line, frame: object) => line.socket.send(JSON.stringify(frame));
const here = (line: Line, device = "device-one", received = 0) => send(line, { type: "call_here", call, device, received });
const signal = (line: Line, n: number, data: unknown, of = call) => send(line, { type: "signal", call: of, n, data });
const candidate = (text: string) => ({ candidate: { candidate: text, sdpMid: "0", sdpMLineIndex: 0, usernameFragment: null } });
const got = (line: Line, type: string) => (line.events as { type: string }[]).filter((event) => event.type === type);
const numbers = (line: Line, type: string) => got(line, type).map((event) => (event as unknown as { n: number }).n);
const soon = (check: () => unknown) => expect.poll(check, { interval: 10, timeout: 10_000 });

function engagement(side: Engagement["side"], more: Partial<Engagement> = {}): Engagement {
  const rules = { direct: false, relays: null };
  const [member, peer] = side === "caller" ? [anna, ben] : [ben, anna];
  return { call, conversation: `chat-${call}`, member, peer, side, active: true, until, rules, ring: null, ...more };
}

async function talking(): Promise<[Line, Line]> {
  await live.engage(anna, engagement("caller"));
  await live.engage(ben, engagement("callee"));
  const lines: [Line, Line] = [await open(anna), await open(ben)];
  for (const line of lines) here(line);
  for (const member of [anna, ben])
    await soon(() => runInDurableObject(inboxOf(member), (_, { storage }) => storage.kv.get("call-here") !== undefined)).toBe(
      true,
    );
  return lines;
}

beforeEach(async () => {
  [anna, ben] = await Promise.all([addMember(), addMember()]);
  [call, until] = [newId(), Date.now() + 60_000];
});

test("a ring reaches open pages and those that open meanwhile, and stops at each end", async () => {
  const ring = { profile: anna, name: "Anna", kind: "video" as const, until };
  const first = await open(ben);
  await live.engage(ben, engagement("callee", { active: false, ring }));
  expect(await first.event("call_ring")).toMatchObject({ call, profile: anna, name: "Anna", kind: "video" });
  const second = await open(ben);
  await second.event("call_ring");
  await live.engage(ben, engagement("callee"));
  await second.event("call_taken");
  await live.release(ben, call, "hung_up");
  await second.event("call_ended");
  const third = await open(ben);
  await third.event("hello");
  expect(got(third, "call_ring")).toEqual([]);
});

test("signals arrive in their order, each once, and are acknowledged", async () => {
  const [hers, his] = await talking();
  signal(hers, 1, { sdp: { type: "offer", sdp: PLAIN_SDP } });
  for (let n = 2; n <= 12; n++) signal(hers, n, candidate(RELAYED));
  signal(hers, 5, candidate(RELAYED));
  signal(hers, 40, candidate(RELAYED));
  signal(hers, 13, { say: "shown" });
  await soon(() => numbers(his, "signal").at(-1)).toBe(13);
  expect(numbers(his, "signal")).toEqual([...Array(13).keys()].map((n) => n + 1));
  await soon(() => numbers(hers, "signal_ack").includes(13)).toBe(true);
  expect(numbers(hers, "signal_ack")).not.toContain(40);
});

test("no address of a network passes, in whatever frame", async () => {
  const [hers, his] = await talking();
  signal(hers, 1, { sdp: { type: "offer", sdp: sdpWith(`a=${HOST}`, `c=IN IP4 ${SECRET}`) } });
  signal(hers, 2, candidate(HOST));
  signal(hers, 3, candidate(RELAYED.replace("0.0.0.0", SECRET)));
  signal(hers, 4, { candidate: null });
  await soon(() => numbers(his, "signal")).toEqual([1, 3, 4]);
  expect(JSON.stringify(his.events)).not.toContain(SECRET);
  expect(JSON.stringify(his.events)).toContain("198.51.100.200");
  await soon(() => numbers(hers, "signal_ack")).toEqual([0, 1, 2, 3, 4]);
});

test("what was sent meanwhile waits for the page, also after the object was evicted", async () => {
  const [hers, his] = await talking();
  signal(hers, 1, { say: "muted" });
  await soon(() => numbers(his, "signal")).toEqual([1]);
  his.socket.close();
  await soon(() => runInDurableObject(inboxOf(ben), (_, state) => state.getWebSockets().length)).toBe(0);
  signal(hers, 2, { say: "unmuted" });
  await soon(() => numbers(hers, "signal_ack")).toEqual([0, 1, 2]);
  await evictDurableObject(inboxOf(ben));
  const again = await open(ben);
  here(again, "device-one", 1);
  await soon(() => numbers(again, "signal")).toEqual([2]);
});

test("what a page names is acknowledged up to where the server has it, and the page that answered has the call", async () => {
  await live.engage(ben, engagement("callee", { device: "device-one" }));
  const [other, his] = [await open(ben), await open(ben)];
  here(other, "device-two");
  await other.event("call_taken");
  here(his);
  await soon(() => numbers(his, "signal_ack")).toEqual([0]);
  await live.engage(anna, engagement("caller"));
  signal(his, 1, { say: "muted" });
  await soon(() => numbers(his, "signal_ack")).toEqual([0, 1]);
  here(his);
  await soon(() => numbers(his, "signal_ack")).toEqual([0, 1, 1]);
  expect(numbers(other, "signal_ack")).toEqual([]);
});

test("a third device gets no signal and sends none, and another member's call is refused", async () => {
  const [hers, his] = await talking();
  const third = await open(ben);
  here(third, "device-two");
  await third.event("call_taken");
  signal(third, 1, { say: "shown" });
  signal(hers, 1, { say: "muted" });
  await soon(() => numbers(his, "signal")).toEqual([1]);
  expect([got(third, "signal"), got(hers, "signal")]).toEqual([[], []]);
  const cid = await open(await addMember());
  for (let n = 1; n <= 5; n++) signal(cid, n, { say: "bye" });
  await cid.closedWith(1008);
  expect(await inboxOf(ben).takeSignal(call, "somebody else", 9, { say: "bye" })).toBe(false);
  expect(await inboxOf(ben).takeSignal("another call", anna, 9, { say: "bye" })).toBe(false);
});

test("a page that floods, or sends what no browser writes, is closed", async () => {
  const [hers, his] = await talking();
  for (let n = 1; n <= 5; n++) signal(hers, n, { sdp: { type: "offer", sdp: "hello" } });
  await hers.closedWith(1008);
  send(his, { type: "signal", call, n: 1, data: { sdp: { type: "offer", sdp: "x".repeat(16_384) } } });
  await his.closedWith(1009);
  const flood = await open(anna);
  here(flood);
  // More than the bucket refills while a full machine judges them.
  for (let n = 0; n < 1_000; n++) signal(flood, 1, { say: "muted" });
  await flood.closedWith(1008);
});

test("sixty-four candidates between two descriptions are the most", async () => {
  await live.engage(anna, engagement("caller"));
  await live.engage(ben, engagement("callee"));
  const { CallLine } = await import("./call-line.ts");
  const left = await runInDurableObject(inboxOf(anna), (_, { storage }) => {
    const line = new CallLine(storage.kv);
    const judge = (n: number, data: unknown) => {
      const judged = line.judge({ type: "signal", call, n, data: data as never });
      line.sent(n, judged.is === "passed" ? judged.signal : null);
      return judged.is;
    };
    const said = [...Array(65).keys()].map((n) => judge(n + 1, candidate(RELAYED)));
    return [
      said.filter((is) => is === "passed").length,
      said.at(-1),
      judge(66, { sdp: { type: "offer", sdp: PLAIN_SDP } }),
      judge(67, candidate(RELAYED)),
    ];
  });
  expect(left).toEqual([64, "withheld", "passed", "passed"]);
});

test("a block ends the call at the sockets of both, and nothing of it stays", async () => {
  const [hers, his] = await talking();
  await live.tell(anna, { events: [{ type: "ended", conversation: `chat-${call}`, own: true }], changed: [] });
  await live.tell(ben, { events: [{ type: "ended", conversation: `chat-${call}`, own: false }], changed: [] });
  for (const line of [hers, his]) expect(await line.event("call_ended")).toMatchObject({ call, ending: "gone" });
  const left = await runInDurableObject(inboxOf(ben), (_, state) => [...state.storage.kv.list()].map(([key]) => key));
  expect(left.filter((key) => /^(call|signal)/.test(key))).toEqual([]);
});

test("an object forgets a call of which nothing was heard", async () => {
  await live.engage(ben, engagement("callee", { until: Date.now() - 1 }));
  expect(await runDurableObjectAlarm(inboxOf(ben))).toBe(true);
  const left = await runInDurableObject(inboxOf(ben), (_, state) => state.storage.kv.get("call") ?? null);
  expect(left).toBeNull();
});

test("a session that ends without an open page takes its call with it", async () => {
  const token = await logIn(anna);
  await live.engage(anna, engagement("caller"));
  const hers = await connect(token);
  here(hers);
  await soon(() => runInDurableObject(inboxOf(anna), (_, state) => state.storage.kv.get("call-here") !== undefined)).toBe(true);
  hers.socket.close();
  await soon(() => runInDurableObject(inboxOf(anna), (_, state) => state.getWebSockets().length)).toBe(0);
  await live.revoke(anna, [await sha256(token)]);
  await soon(() => runInDurableObject(inboxOf(anna), (_, state) => state.storage.kv.get("call") ?? null)).toBeNull();
});

/** Frames of Anna's page at her object, whose socket and other end are stood in for. */
async function acts(frames: number[], { pass, send }: { pass(sockets: CallSockets): void; send(text: string): void }) {
  await live.engage(anna, engagement("caller"));
  return runInDurableObject(inboxOf(anna), async (_, ctx) => {
    const attachment = { memberId: anna, tokenHash: "hash", expiresAt: until, connectedAt: 0, remote: false, call };
    const socket = { deserializeAttachment: () => attachment, readyState: WebSocket.OPEN, send } as unknown as WebSocket;
    const sockets: CallSockets = new CallSockets({
      ...{ ctx, deps: {} as Pick<InboxDeps, "engagementOf" | "leaveCall">, tell: () => true, sweepAt: () => {}, now: Date.now },
      pass: async () => {
        pass(sockets);
        return true;
      },
    });
    const gate = new FrameGate(Date.now());
    for (const n of frames) await sockets.act(socket, { type: "signal", call, n, data: { say: "muted" } }, gate);
    return ctx.storage.kv.get<number>("call-sent") ?? 0;
  });
}

test("one signal that fails stops no later one", async () => {
  const said: number[] = [];
  const send = (text: string) => {
    if (said.push(JSON.parse(text).n) === 1) throw new Error("the socket is closing");
  };
  expect(await acts([1, 2, 3], { pass: () => {}, send })).toBe(3);
  expect(said).toEqual([1, 2, 3]);
});

test("a signal that took longer than its call counts for no later call", async () => {
  const said: string[] = [];
  const pass = (sockets: CallSockets) => void sockets.engage(engagement("caller", { call: newId() }));
  expect(await acts([1], { pass, send: (text) => void said.push(text) })).toBe(0);
  expect(said).toEqual([]);
});

test("signals that are under way at the end cost no page its socket", async () => {
  const [hers] = await talking();
  await live.release(anna, call, "hung_up");
  await hers.event("call_ended");
  for (let n = 1; n <= 6; n++) signal(hers, n, { say: "muted" });
  const next = newId();
  await live.engage(ben, engagement("callee", { call: next }));
  await live.engage(anna, engagement("caller", { call: next }));
  send(hers, { type: "call_here", call: next, device: "device-one", received: 0 });
  signal(hers, 1, { say: "muted" }, next);
  await soon(() => numbers(hers, "signal_ack").at(-1)).toBe(1);
});

test("an object that forgot a running call goes on with the page's numbers", async () => {
  const { CallLine } = await import("./call-line.ts");
  const said = await runInDurableObject(inboxOf(anna), (_, { storage }) => {
    const line = new CallLine(storage.kv);
    const judge = (n: number) => {
      const { is } = line.judge({ type: "signal", call, n, data: { say: "muted" } });
      if (is === "passed") line.sent(n, { say: "muted" });
      return is;
    };
    line.restore(engagement("caller"));
    return [judge(58), judge(58), judge(60), judge(59)];
  });
  expect(said).toEqual(["passed", "known", "gap", "passed"]);
});

test("a page whose session ends leaves a call that D1 does not know, too", async () => {
  const token = await logIn(anna);
  await live.engage(anna, engagement("caller"));
  const hers = await connect(token);
  here(hers);
  await soon(() => runInDurableObject(inboxOf(anna), (_, state) => state.storage.kv.get("call-here") !== undefined)).toBe(true);
  await live.revoke(anna, [await sha256(token)]);
  await soon(() => runInDurableObject(inboxOf(anna), (_, state) => state.storage.kv.get("call") ?? null)).toBeNull();
});
