import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveConnection } from "./connection.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { ListRefresh } from "./list-refresh.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page with one list. Each response renders it and runs its effects, as React does. */
function page(connection: LiveConnection) {
  const requests: number[] = [];
  const refresh = new ListRefresh(() => {
    requests.push(Date.now());
    render();
  });
  const render = () => refresh.follow(connection.getSnapshot().epoch);
  connection.subscribe(render);
  render();
  return { requests, refresh };
}

const deps = (open: ConnectionDeps["open"]): ConnectionDeps => ({
  open,
  poll: async () => ({ unread_messages: 0, new_likes: 0 }),
  hasPush: async () => false,
  isOnline: () => true,
  onLoggedOut: () => {},
  random: () => 1,
});

/** A socket that fails at once. */
function refused(): WebSocket {
  const socket = new EventTarget();
  setTimeout(() => socket.dispatchEvent(new CloseEvent("close", { code: 1006 })));
  return Object.assign(socket, { readyState: 3, close: () => {} }) as unknown as WebSocket;
}

test("where sockets are blocked a list is asked for with each poll and not once more", async () => {
  let polls = 0;
  const connection = new LiveConnection({
    ...deps(refused),
    poll: async () => {
      polls++;
      return { unread_messages: 0, new_likes: 0 };
    },
  });
  const { requests } = page(connection);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(polls).toBeGreaterThanOrEqual(5);
  expect(requests).toHaveLength(polls);
});

test("after a restart a list is asked for once", async () => {
  const sockets: (EventTarget & { readyState: number; send(text: string): void; close(): void })[] = [];
  const connection = new LiveConnection(
    deps(() => {
      const socket = Object.assign(new EventTarget(), { readyState: 1, send: () => {}, close: () => {} });
      sockets.push(socket);
      return socket as unknown as WebSocket;
    }),
  );
  const hello = JSON.stringify({ type: "hello", counters: { unread_messages: 0, new_likes: 0 }, changed: false });
  const says = () => sockets.at(-1)?.dispatchEvent(new MessageEvent("message", { data: hello }));
  const { requests } = page(connection);
  says();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requests).toHaveLength(0);
  sockets.at(-1)?.dispatchEvent(new CloseEvent("close", { code: 1012 }));
  await vi.advanceTimersByTimeAsync(1_000);
  says();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(1);
});

test("several reasons in a row are one", () => {
  const ask = vi.fn();
  const refresh = new ListRefresh(ask);
  for (let times = 0; times < 5; times++) {
    refresh.soon();
    refresh.follow(times);
  }
  vi.advanceTimersByTime(2_000);
  expect(ask).toHaveBeenCalledTimes(1);
});
