import { expect, test } from "vitest";
import { FakeSocket } from "#tests/setup/fake-socket.ts";
import { LiveConnection } from "./connection.ts";

const counters = (unread: number) => ({ unread_messages: unread, new_likes: 0 });
const sums = (unread: number) => ({ unread_messages: unread });

/** An open connection with three unread messages. */
function opened() {
  const socket = new FakeSocket();
  const connection = new LiveConnection({
    open: () => socket as unknown as WebSocket,
    poll: async () => counters(0),
    hasPush: async () => false,
    isOnline: () => true,
    onLoggedOut: () => expect.unreachable(),
    random: () => 1,
  });
  const close = connection.subscribe(() => {});
  socket.says({ type: "hello", counters: counters(3), changed: false });
  return { connection, socket, close };
}

test("the sums of an answer are shown", async () => {
  const { connection, close } = opened();
  expect(await connection.count(Promise.resolve(2), sums)).toBe(2);
  expect(connection.getSnapshot().counters).toEqual(counters(2));
  close();
});

test("the sums of an answer give way to those that the socket brought meanwhile", async () => {
  const { connection, socket, close } = opened();
  const asked = Promise.withResolvers<number>();
  const counted = connection.count(asked.promise, sums);
  socket.says({ type: "counters", counters: counters(5) });
  asked.resolve(1);
  await counted;
  expect(connection.getSnapshot().counters).toEqual(counters(5));
  close();
});

test("without a socket nothing newer comes: the sums of the answer are shown", async () => {
  const { connection, socket, close } = opened();
  const counted = connection.count(Promise.resolve(0), sums);
  socket.says({ type: "counters", counters: counters(4) });
  socket.ends(1006);
  await counted;
  expect(connection.getSnapshot().counters).toEqual(counters(0));
  close();
});
