import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError } from "#app/live/client.ts";
import { type Acknowledged, Outbox } from "./outbox.client.ts";
import { type UnsentMessage, UnsentMessages } from "./unsent-messages.client.ts";

const MINUTE = 60_000;

let answer: (unsent: UnsentMessage) => CallError | null;
let posted: string[];
let unsentMessages: UnsentMessages;
let outbox: Outbox;

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  answer = () => null;
  vi.stubGlobal("localStorage", { setItem() {}, removeItem() {} });
  unsentMessages = new UnsentMessages("member");
  outbox = new Outbox({
    unsentMessages,
    post: async (unsent) => {
      const error = answer(unsent);
      posted.push(`${unsent.text}${error ? `:${error.status}` : ""}`);
      if (error) throw error;
      return {} as Acknowledged["answer"];
    },
    exclusively: (work) => work(),
    broadcast: () => {},
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const unsent = (text: string): UnsentMessage => {
  return { clientId: `client-${text}`, partnerId: "ben", conversation: null, replyTo: null, text, createdAt: "", error: null };
};
async function write(...texts: string[]) {
  for (const text of texts) void outbox.add(unsent(text));
  await vi.advanceTimersByTimeAsync(0);
}
const left = async () => (await unsentMessages.all()).map(({ text, error }) => (error === null ? text : `${text}: ${error}`));
const gone = () => new CallError(0);

test("messages written without a network are sent once and in order when it is back, after seconds or a day", async () => {
  for (const away of [15_000, 10 * MINUTE, 24 * 60 * MINUTE]) {
    posted = [];
    answer = gone;
    await write("a", "b", "c");
    await vi.advanceTimersByTimeAsync(away);
    expect(new Set(posted)).toEqual(new Set(["a:0"]));
    expect(await left()).toEqual(["a", "b", "c"]);
    posted = [];
    answer = () => null;
    outbox.wake();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(posted).toEqual(["a", "b", "c"]);
    expect(await left()).toEqual([]);
  }
});

test("what a closed tab left is sent by another one, which already knew of none, once the connection is back", async () => {
  await write("a");
  expect(await left()).toEqual([]);
  await unsentMessages.put(unsent("of the closed tab"));
  outbox.hear(null);
  await vi.advanceTimersByTimeAsync(MINUTE);
  // As long as the other tab may be sending, this one does not.
  expect(posted).toEqual(["a"]);
  outbox.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect([posted, await left()]).toEqual([["a", "of the closed tab"], []]);
});

test("it goes as well where nobody says that the network is back, and asks at most every 16 s", async () => {
  answer = gone;
  await write("a");
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(posted.length).toBeGreaterThan(30);
  expect(posted.length).toBeLessThan(100);
  answer = () => null;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(posted.at(-1)).toBe("a");
});

test("an unsent message that was refused stays with its reason, and those behind it go; an open chat takes its text back", async () => {
  answer = ({ text }) => (text === "too long" ? new CallError(422, { code: "invalid", message: "Too long" }) : null);
  await write("too long", "short");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(posted).toEqual(["too long:422", "short"]);
  expect(await left()).toEqual(["too long: Too long"]);
  const returned: string[] = [];
  outbox.listen({ refused: ({ text }) => returned.push(text) > 0 });
  await write("too long");
  expect([returned, await left()]).toEqual([["too long"], []]);
});

test("a server that fails is asked five times more, one that asks for patience as late as it says", async () => {
  answer = () => new CallError(503);
  await write("a");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([posted.length, await left()]).toEqual([6, ["a: failed"]]);
  answer = () => new CallError(429, { retry_after: 20 });
  await write("b");
  await vi.advanceTimersByTimeAsync(19_000);
  expect(posted).toHaveLength(7);
  answer = () => null;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(posted.at(-1)).toBe("b");
});

test("the end of the session pauses, and loses nothing", async () => {
  answer = () => new CallError(403, { code: "authentication_required" });
  await write("a", "b");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([posted, await left()]).toEqual([["a:403"], ["a", "b"]]);
  answer = () => null;
  await outbox.drain();
  expect(posted).toEqual(["a:403", "a", "b"]);
});

test("a message dropped while it waits is not sent, and holds up no other", async () => {
  answer = gone;
  await write("a", "b");
  await vi.advanceTimersByTimeAsync(1_000);
  await outbox.drop("client-a");
  answer = () => null;
  await vi.advanceTimersByTimeAsync(0);
  expect(posted.filter((one) => !one.endsWith(":0"))).toEqual(["b"]);
});

test("a photo that is refused stays with the reason of its field, and one that the disk cannot hold is sent all the same", async () => {
  const objectStore = () => ({ getAll: () => ({ result: [] }) });
  const full = {
    objectStoreNames: ["messages"],
    transaction(_: string, mode: string) {
      const transaction = { objectStore, oncomplete() {}, onabort() {} };
      queueMicrotask(() => (mode === "readonly" ? transaction.oncomplete() : transaction.onabort()));
      return transaction;
    },
  };
  const opening = { result: full, onsuccess() {} };
  vi.stubGlobal("indexedDB", {
    open() {
      queueMicrotask(() => opening.onsuccess());
      return opening;
    },
  });
  answer = () =>
    new CallError(422, { message: "Invalid", fields: [{ field: "file", code: "picture_too_small", message: "Too small" }] });
  outbox.listen({ refused: ({ file }) => !file });
  void outbox.add({ ...unsent("photo"), file: new File([], "photo.jpg") });
  await vi.advanceTimersByTimeAsync(0);
  expect([posted, await left()]).toEqual([["photo:422"], ["photo: Too small"]]);
  answer = () => null;
  await outbox.retry("client-photo");
  expect([posted, await left()]).toEqual([["photo:422", "photo"], []]);
});

test("a text waits for the photo before it, also while that is slow to store and where the disk cannot hold it", async () => {
  const rows: { order: number; clientId: string; file?: File }[] = [];
  const wait = (work: () => void) => setTimeout(work, 50);
  const disk = {
    objectStoreNames: ["messages"],
    transaction(_: string, mode: string) {
      const added: typeof rows = [];
      const all = { result: [...rows], onsuccess() {} };
      const store = {
        getAll: () => all,
        put: (row: UnsentMessage) => added.push({ ...row, order: rows.length + 1 }),
        delete: (order: number) =>
          rows.splice(
            rows.findIndex((row) => row.order === order),
            1,
          ),
      };
      const transaction = { objectStore: () => store, oncomplete() {}, onabort() {} };
      wait(() => {
        if (mode === "readonly") return transaction.oncomplete();
        all.onsuccess();
        if (added.some(({ file }) => file)) return wait(() => transaction.onabort());
        rows.push(...added);
        return transaction.oncomplete();
      });
      return transaction;
    },
  };
  const opening = { result: disk, onsuccess() {} };
  vi.stubGlobal("indexedDB", {
    open() {
      queueMicrotask(() => opening.onsuccess());
      return opening;
    },
  });
  await Promise.all([outbox.of("ben"), vi.advanceTimersByTimeAsync(100)]);
  answer = gone;
  void outbox.add({ ...unsent("photo"), file: new File([], "photo.jpg"), createdAt: "1" });
  void outbox.of("ben");
  await vi.advanceTimersByTimeAsync(60);
  void outbox.add({ ...unsent("text"), createdAt: "2" });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(new Set(posted)).toEqual(new Set(["photo:0"]));
  expect(await Promise.all([left(), vi.advanceTimersByTimeAsync(100)])).toMatchObject([["photo", "text"], {}]);
  answer = () => null;
  outbox.wake();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(posted.filter((one) => !one.endsWith(":0"))).toEqual(["photo", "text"]);
});

test("with none before it an unsent message leaves before it is stored; a failed attempt and a second unsent message go by the store", async () => {
  const steps: string[] = [];
  const { put, remove } = unsentMessages;
  unsentMessages.put = async (one) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await put.call(unsentMessages, one);
    steps.push(`stored ${one.text}`);
  };
  unsentMessages.remove = async (clientId) => {
    steps.push(`removed ${clientId}`);
    await remove.call(unsentMessages, clientId);
  };
  answer = ({ text }) => {
    steps.push(`posted ${text}`);
    return null;
  };
  await outbox.of("ben");
  await write("a", "b");
  expect(steps).toEqual(["posted a"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(steps).toEqual(["posted a", "stored a", "removed client-a", "stored b", "posted b", "removed client-b"]);
  steps.length = 0;
  const failing = [new CallError(0), null];
  answer = ({ text }) => {
    steps.push(`posted ${text}`);
    return failing.shift() ?? null;
  };
  await write("c");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(steps).toEqual(["posted c", "stored c", "posted c", "removed client-c"]);
});

test("messages that another tab may have added are sent first", async () => {
  await outbox.of("ben");
  await unsentMessages.put(unsent("of another tab"));
  outbox.hear(null);
  await write("a");
  expect(posted).toEqual(["of another tab", "a"]);
});

test("the same unsent message twice is one", async () => {
  await write("a", "a");
  expect(posted).toEqual(["a"]);
});
