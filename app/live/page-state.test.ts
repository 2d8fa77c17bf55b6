import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket } from "#tests/setup/fake-socket.ts";
import { LiveConnection } from "./connection.ts";

const hello = (socket: FakeSocket) =>
  socket.says({ type: "hello", counters: { unread_messages: 0, new_likes: 0 }, changed: false });

let sockets: FakeSocket[];
let polls: number;
let push: boolean;
let connection: LiveConnection;
const last = () => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, polls, push] = [[], 0, false];
  connection = new LiveConnection({
    open: () => {
      sockets.push(new FakeSocket());
      return last() as unknown as WebSocket;
    },
    poll: async () => ({ unread_messages: ++polls, new_likes: 0 }),
    hasPush: async () => push,
    isOnline: () => true,
    onLoggedOut: () => {},
    random: () => 1,
  });
  connection.subscribe(() => {});
});
afterEach(() => void vi.useRealTimers());

test("the first poll comes after 5 s, then one a minute, or every five minutes with push; a push message asks at once", async () => {
  const askedWithin = async (ms: number) => {
    const before = polls;
    await vi.advanceTimersByTimeAsync(ms);
    return polls - before;
  };
  expect([await askedWithin(4_900), await askedWithin(200)]).toEqual([0, 1]);
  expect([await askedWithin(59_000), await askedWithin(1_000)]).toEqual([0, 1]);
  push = true;
  expect(await askedWithin(60_000)).toBe(1);
  expect([await askedWithin(299_000), await askedWithin(2_000)]).toEqual([0, 1]);
  connection.refresh();
  expect(await askedWithin(400)).toBe(1);
});

test("it says that its page is visible after each connection, and each change", () => {
  connection.show(true);
  hello(last());
  connection.show(false);
  connection.show(true);
  expect(last().sent.filter((text) => /visible|hidden/.test(text))).toEqual([
    '{"type":"visible"}',
    '{"type":"hidden"}',
    '{"type":"visible"}',
  ]);
  last().readyState = 3;
  last().dispatchEvent(new CloseEvent("close", { code: 1006 }));
  vi.advanceTimersByTime(1_000);
  hello(last());
  expect(last().sent).toEqual(['{"type":"visible"}']);
});
