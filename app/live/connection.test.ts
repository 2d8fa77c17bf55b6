import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket } from "#tests/setup/fake-socket.ts";
import { LiveConnection } from "./connection.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { LiveEvent } from "./live-event.ts";

const counters = (unread: number) => ({ unread_messages: unread, new_likes: 0 });
const hello = (unread = 0, changed = false): LiveEvent => ({ type: "hello", counters: counters(unread), changed });

let sockets: FakeSocket[];
let polls: number;
let loggedOut: number;
let online: boolean;
let connection: LiveConnection;
let poll: ConnectionDeps["poll"];
let deps: ConnectionDeps;
const last = () => sockets.at(-1) as FakeSocket;
const state = () => connection.getSnapshot().state;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, polls, loggedOut, online] = [[], 0, 0, true];
  poll = async () => counters(++polls);
  deps = {
    open: () => {
      sockets.push(new FakeSocket());
      return last() as unknown as WebSocket;
    },
    poll: () => poll(),
    hasPush: async () => false,
    isOnline: () => online,
    onLoggedOut: () => void loggedOut++,
    random: () => 1,
  };
  connection = new LiveConnection(deps);
});
afterEach(() => void vi.useRealTimers());

test("it starts with the first who listens, says what it hears, and idles a moment after the last", () => {
  expect(state()).toBe("idle");
  const heard: LiveEvent[] = [];
  const stop = connection.listen((event) => heard.push(event));
  expect(state()).toBe("connecting");
  last().says(hello(3));
  expect(connection.getSnapshot()).toEqual({ state: "open", counters: counters(3), epoch: 0 });
  last().says({ type: "counters", counters: counters(4) });
  expect(connection.getSnapshot().counters).toEqual(counters(4));
  expect(heard.map(({ type }) => type)).toEqual(["hello", "counters"]);
  stop();
  const stopOther = connection.subscribe(() => {});
  vi.advanceTimersByTime(2_000);
  expect(state()).toBe("open");
  stopOther();
  vi.advanceTimersByTime(2_000);
  expect([state(), last().readyState]).toEqual(["idle", 3]);
});

test("a lost socket is opened again after waits that double, up to half a minute; coming back is a new epoch", () => {
  connection.subscribe(() => {});
  last().says(hello());
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    const known = sockets.length;
    last().ends(1006);
    expect(state()).toBe("waiting");
    let waited = 0;
    for (; sockets.length === known; waited += 500) vi.advanceTimersByTime(500);
    waits.push(waited / 1000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  last().says(hello());
  expect([state(), connection.getSnapshot().epoch > 0]).toEqual(["open", true]);
  last().ends(1006);
  vi.advanceTimersByTime(1_000);
  expect(state()).toBe("connecting");
});

test("without a network it waits for one; looking at the page or the network's return ends any wait", () => {
  connection.subscribe(() => {});
  last().says(hello());
  online = false;
  connection.lose();
  expect(state()).toBe("offline");
  vi.advanceTimersByTime(120_000);
  expect(sockets).toHaveLength(1);
  online = true;
  connection.wake();
  expect([state(), sockets.length]).toEqual(["connecting", 2]);
  last().ends(1006);
  connection.wake();
  expect([state(), sockets.length]).toEqual(["connecting", 3]);
});

test("a socket that answers no ping is given up, one that does is kept", () => {
  connection.subscribe(() => {});
  last().says(hello());
  vi.advanceTimersByTime(25_000);
  expect(last().sent).toEqual(['{"type":"ping"}']);
  vi.advanceTimersByTime(1);
  last().says({ type: "pong" });
  vi.advanceTimersByTime(10_000);
  expect(state()).toBe("open");
  vi.advanceTimersByTime(25_500);
  expect(state()).toBe("waiting");
});

test("a socket that does not open is given up as well, and an open one has no such end", () => {
  connection.subscribe(() => {});
  vi.advanceTimersByTime(14_000);
  expect([state(), sockets.length]).toEqual(["connecting", 1]);
  vi.advanceTimersByTime(2_000);
  expect([sockets[0]?.readyState, sockets.length]).toEqual([3, 2]);
  last().says(hello());
  vi.advanceTimersByTime(20_000);
  expect([state(), sockets.length]).toEqual(["open", 2]);
});

test("the end of the session stops everything and is said once; with a session again it goes on", async () => {
  connection.subscribe(() => {});
  last().says(hello());
  connection.resume();
  last().ends(4403);
  expect([state(), loggedOut]).toEqual(["stopped", 1]);
  connection.wake();
  await vi.advanceTimersByTimeAsync(300_000);
  expect([state(), sockets.length, polls, loggedOut]).toEqual(["stopped", 1, 0, 1]);
  connection.resume();
  last().says(hello());
  expect([connection.getSnapshot(), sockets.length]).toMatchObject([{ state: "open", epoch: 1 }, 2]);
});

test("a socket that is refused is a reason to ask at once whether the session is over, and then everything stops", async () => {
  poll = () => Promise.reject(Object.assign(new Error("over"), { code: "authentication_required" }));
  connection.subscribe(() => {});
  last().ends(1006);
  await vi.advanceTimersByTimeAsync(300);
  expect([state(), loggedOut]).toEqual(["stopped", 1]);
  await vi.advanceTimersByTimeAsync(300_000);
  expect([sockets.length, loggedOut]).toEqual([1, 1]);
});

test("a socket that the server wants back, and then refuses, is a reason to ask as well", async () => {
  connection.subscribe(() => {});
  last().says(hello());
  last().ends(1012);
  expect([state(), loggedOut]).toEqual(["waiting", 0]);
  await vi.advanceTimersByTimeAsync(1_000);
  poll = () => Promise.reject(Object.assign(new Error("over"), { code: "authentication_required" }));
  last().ends(1006);
  await vi.advanceTimersByTimeAsync(300);
  expect([state(), sockets.length, loggedOut]).toEqual(["stopped", 2, 1]);
});

test("polling begins after 5 s and goes on every 60 s; without a socket each poll is a reason to ask for what was missed", async () => {
  connection.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5_000);
  expect([polls, connection.getSnapshot().counters, connection.getSnapshot().epoch]).toEqual([1, counters(1), 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([polls, connection.getSnapshot().epoch]).toEqual([2, 2]);
  poll = () => Promise.reject(new Error("no network"));
  await vi.advanceTimersByTimeAsync(60_000);
  poll = async () => counters(++polls);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls).toBe(3);
});

test("a list is asked for again once for each gap, whichever way the connection ended and came back", () => {
  connection.subscribe(() => {});
  const epoch = () => connection.getSnapshot().epoch;
  last().says(hello());
  expect(epoch()).toBe(0);
  connection.lose();
  connection.wake();
  last().says(hello());
  expect(epoch(), "network lost and back").toBe(1);
  last().ends(1012);
  vi.advanceTimersByTime(1_000);
  last().says(hello());
  expect(epoch(), "socket ended and opened").toBe(2);
  vi.advanceTimersByTime(500);
  last().says({ type: "counters", counters: counters(5) });
  expect(epoch(), "nothing missed").toBe(2);
});

test("a first hello that counts otherwise or tells of a change is a reason to ask as well; the same counts are none", () => {
  connection.subscribe(() => {});
  connection.rendered(2);
  last().says(hello(2));
  expect(connection.getSnapshot().epoch).toBe(0);
  last().says({ type: "counters", counters: counters(3) });
  expect(connection.getSnapshot().epoch).toBe(0);
  last().says(hello(3, true));
  expect(connection.getSnapshot().epoch).toBe(1);

  const other = new LiveConnection(deps);
  other.subscribe(() => {});
  other.rendered(2);
  last().says(hello(3));
  expect(other.getSnapshot().epoch).toBe(1);
});

test("a poll that counts otherwise than the open socket told finds what was lost on the way, once", async () => {
  connection.subscribe(() => {});
  last().says(hello(0));
  poll = async () => counters(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connection.getSnapshot()).toMatchObject({ counters: counters(0), epoch: 0 });
  await vi.advanceTimersByTimeAsync(300);
  expect(connection.getSnapshot()).toMatchObject({ counters: counters(1), epoch: 1 });
  last().says({ type: "pong" });
  await vi.advanceTimersByTimeAsync(20_001);
  last().says({ type: "pong" });
  poll = async () => counters(1);
  await vi.advanceTimersByTimeAsync(1_000);
  connection.wake();
  last().says({ type: "recount" });
  await vi.advanceTimersByTimeAsync(400);
  expect(connection.getSnapshot()).toMatchObject({ state: "open", epoch: 1 });
});

test("a poll that overtakes the counters of a message finds nothing lost", async () => {
  connection.subscribe(() => {});
  last().says(hello(0));
  poll = async () => counters(1);
  await vi.advanceTimersByTimeAsync(5_000);
  last().says({ type: "counters", counters: counters(1) });
  await vi.advanceTimersByTimeAsync(300);
  expect(connection.getSnapshot()).toMatchObject({ counters: counters(1), epoch: 0 });
  poll = async () => counters(2);
  last().says({ type: "recount" });
  await vi.advanceTimersByTimeAsync(300);
  expect(connection.getSnapshot(), "the server asked, so the sums are new").toMatchObject({ counters: counters(2), epoch: 1 });
});

test("polls do not multiply where one is asked for while another is under way", async () => {
  let answer: (value: ReturnType<typeof counters>) => void = () => {};
  poll = () => {
    polls++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  connection.subscribe(() => {});
  last().says(hello());
  await vi.advanceTimersByTimeAsync(5_000);
  for (let times = 0; times < 3; times++) last().says({ type: "recount" });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(polls).toBe(1);
  answer(counters(0));
  await vi.advanceTimersByTimeAsync(300);
  expect(polls).toBe(2);
  answer(counters(0));
  connection.lose();
  online = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(polls).toBe(2);
  online = true;
  connection.wake();
  last().ends(1006);
  await vi.advanceTimersByTimeAsync(300);
  expect(polls, "the network is back and sockets are blocked").toBe(3);
});

test("sums that are asked for while the browser tells of push are not forgotten", async () => {
  const push = Promise.withResolvers<boolean>();
  deps.hasPush = () => push.promise;
  connection.subscribe(() => {});
  last().says(hello(1));
  await vi.advanceTimersByTimeAsync(5_000);
  last().says({ type: "recount" });
  push.resolve(true);
  await vi.advanceTimersByTimeAsync(300);
  expect(polls).toBe(2);
});

test("frames are sent over an open socket only, and the sender is told", () => {
  connection.subscribe(() => {});
  expect(connection.send({ type: "typing", conversation: "c" })).toBe(false);
  last().says(hello());
  expect(connection.send({ type: "typing", conversation: "c" })).toBe(true);
  expect(last().sent).toEqual(['{"type":"typing","conversation":"c"}']);
});

test("an old socket that ends late disturbs nothing", () => {
  connection.subscribe(() => {});
  const old = last();
  old.says(hello());
  connection.lose();
  connection.wake();
  last().says(hello(2));
  old.ends(4403);
  old.says(hello(9));
  expect(connection.getSnapshot()).toMatchObject({ state: "open", counters: counters(2) });
});
