import { expect, it, vi } from "vitest";
import type { CallOutput } from "#worker/server/calls.ts";
import { OBSERVERS, type Scene } from "./observers.ts";
import { sessionFacts } from "./session-facts.ts";

const MESSAGE: CallOutput<"sendMessage">["message"] = {
  id: "m1",
  conversation: "c1",
  seq: 7,
  client_id: "client-id",
  sender: "me",
  type: "text",
  gift: null,
  photo: null,
  voice: null,
  call: null,
  text: "Hello",
  price: 1,
  created_at: "2026-11-21T12:00:00.000Z",
  delivered_at: null,
  read_at: null,
  state: "sent",
  reply_to: null,
  edited_at: null,
  reaction: null,
  partner_reaction: null,
  hidden: false,
  by_staff: false,
  caution: null,
  version: 0,
};

const CHAT = {
  conversation: { id: "c1", last_seq: 7, unread: 0, read_seq: 7, partner_read_seq: 7, changes: 0 },
  profile: { id: "partner" },
} as CallOutput<"chat">;

function scene(overrides: Partial<Scene> = {}): Scene {
  return {
    known: sessionFacts("domain", crypto.randomUUID()),
    me: async () => "me",
    partnerOf: async () => "partner",
    tell: vi.fn(async () => {}),
    setPartner: vi.fn(async () => {}),
    endSockets: vi.fn(async () => {}),
    disconnect: vi.fn(async () => {}),
    ...overrides,
  };
}

it("tells both of a message, the receiver without its price", async () => {
  const now = scene();
  await OBSERVERS.sendMessage?.(
    now,
    { conversation: "c1", text: "Hello", client_id: "client-id" },
    { message: MESSAGE, credits: 3 },
  );
  expect(now.tell).toHaveBeenCalledWith(
    "partner",
    { type: "message", conversation: "c1", message: { ...MESSAGE, price: null } },
    { type: "recount" },
  );
  expect(now.tell).toHaveBeenCalledWith("me", { type: "message", conversation: "c1", message: MESSAGE });
});

it("introduces the two of a conversation, once a session", async () => {
  const now = scene();
  const open = () => OBSERVERS.chat?.(now, { conversation: "c1" }, CHAT);
  await open();
  await open();
  expect(now.setPartner).toHaveBeenCalledTimes(1);
  expect(now.setPartner).toHaveBeenCalledWith("me", "c1", "partner");
});

it("takes the receiver from the request where it names one", async () => {
  const now = scene({ partnerOf: async () => Promise.reject(new Error("not asked")) });
  await OBSERVERS.sendMessage?.(
    now,
    { profile: "named", text: "Hello", client_id: "client-id" },
    { message: MESSAGE, credits: 3 },
  );
  expect(now.tell).toHaveBeenCalledWith("named", expect.anything(), expect.anything());
  expect(now.known.partnerOf("c1")).toBe("named");
});

it("tells of a like by a swipe as of any other, and never of a pass", async () => {
  const now = scene();
  const deck = {
    cards: [],
    likes_a_day: 4,
    likes_left: 3,
    resets_at: "2026-11-21T23:00:00.000Z",
    zone: "UTC",
    undo: true,
    seen_all: true,
    wider: [],
  };
  await OBSERVERS.swipe?.(now, { profile: "p", liked: false }, { liked: false, match: false, deck });
  expect(now.tell).not.toHaveBeenCalled();
  await OBSERVERS.swipe?.(now, { profile: "p", liked: true }, { liked: true, match: true, deck });
  await OBSERVERS.like?.(now, { profile: "p" }, { liked: true, match: true });
  expect(now.tell).toHaveBeenCalledTimes(1);
  expect(now.tell).toHaveBeenCalledWith("p", { type: "like", profile: "me", match: true }, { type: "recount" });
  await OBSERVERS.undoSwipe?.(now, {}, { profile: "p", liked: true, deck });
  expect(now.tell).toHaveBeenLastCalledWith("p", { type: "recount" });
});

it("tells of a like once until it is taken back", async () => {
  const now = scene();
  const like = () => OBSERVERS.like?.(now, { profile: "p" }, { liked: true, match: false });
  await like();
  await like();
  expect(now.tell).toHaveBeenCalledTimes(1);
  expect(now.tell).toHaveBeenCalledWith("p", { type: "like", profile: "me", match: false }, { type: "recount" });
  await OBSERVERS.unlike?.(now, { profile: "p" }, { liked: false, match: false });
  await like();
  expect(now.tell).toHaveBeenCalledTimes(3);
});

it("tells the partner how far was read", async () => {
  const now = scene();
  await OBSERVERS.readChat?.(now, { conversation: "c1", seq: 7 }, { unread_messages: 0, read_seq: 7 });
  expect(now.tell).toHaveBeenCalledWith("partner", { type: "read", conversation: "c1", seq: 7 });
  expect(now.tell).toHaveBeenCalledWith("me", { type: "recount" });
});

it("tells the sender of a request nothing when it is opened, and the own tabs of an answer to it", async () => {
  const now = scene();
  await OBSERVERS.readChat?.(now, { conversation: "c1", seq: 1 }, { unread_messages: 0, read_seq: 0 });
  expect(now.tell).toHaveBeenCalledTimes(1);
  await OBSERVERS.answerRequest?.(now, { conversation: "c1", answer: "accept" }, { requests: 0, unread_messages: 1 });
  expect(now.tell).toHaveBeenCalledTimes(2);
  expect(now.tell).toHaveBeenLastCalledWith("me", { type: "chats" }, { type: "recount" });
});

it("ends the sockets of who logs out, where it is known who that was", async () => {
  const now = scene();
  await OBSERVERS.logout?.(now, {}, { logged_out: true });
  expect(now.endSockets).not.toHaveBeenCalled();
  now.known.isMe("me");
  await OBSERVERS.logout?.(now, {}, { logged_out: true });
  expect(now.endSockets).toHaveBeenCalledWith("me");
});

it("remembers by domain and session, so that nobody is taken for another", () => {
  sessionFacts("a", "s").isMe("ann");
  expect(sessionFacts("b", "s").me).toBeNull();
  expect(sessionFacts("a", "t").me).toBeNull();
  expect(sessionFacts("a", "s").me).toBe("ann");
});
