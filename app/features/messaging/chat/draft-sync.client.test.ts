import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDraftSync, PAUSE, type ServerDraft } from "./draft-sync.client.ts";
import type { LocalDraft } from "./local-drafts.client.ts";

/** The server's rule of worker/messaging/chat/drafts.store.ts, in memory. */
let stored: (ServerDraft & { typedAt?: number }) | null;
let events: ((draft: ServerDraft) => void)[];
let offline: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(1_000_000);
  [stored, events, offline] = [null, [], false];
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** `late` (ms): how long the text was on its way. */
function write(by: LocalDraft, late = 0): void {
  const typedAt = by.at + late;
  const isLater = (stored?.typedAt ?? 0) <= typedAt;
  const mayReplace = !stored?.text || stored.client_id === by.clientId ? isLater : stored.version <= by.seen;
  if (!mayReplace || stored?.text === by.text.trim()) return;
  const version = Math.max(Date.now(), (stored?.version ?? 0) + 1);
  stored = { text: by.text.trim(), version, client_id: by.clientId, typedAt };
  for (const hear of events) hear(stored);
}

/** One device: its field, what its storage keeps, and what it offers. */
function device(name: string, { hears = true, brought = null as ServerDraft | null } = {}) {
  let messages = 1;
  const clientId = () => `${name}${messages}`;
  const local = new Map<string, LocalDraft>();
  const seen = { field: brought?.text ?? "", offered: null as string | null };
  const sync = createDraftSync(
    {
      message: () => ({ clientId: clientId(), replyTo: null }),
      take: (text) => (seen.field = text),
      offer: (other) => (seen.offered = other?.text ?? null),
      async save(draft) {
        if (offline) throw new Error("no network");
        write(draft);
        return { draft: stored?.text ? stored : null };
      },
      keep: (draft) => local.set(draft.clientId, draft),
      drop: (id, at) => (at === undefined || local.get(id)?.at === at) && local.delete(id),
    },
    brought?.text,
    brought?.version,
  );
  if (hears) events.push((draft) => sync.hear(draft));
  return Object.assign(seen, {
    ...sync,
    local,
    type(text: string) {
      seen.field = text;
      sync.typed(text);
    },
    /** Sends the field; the message reaches the server, which ends its draft. */
    send() {
      seen.field = "";
      const [sent, version] = [clientId(), sync.sent()];
      messages++;
      if (stored && (stored.client_id === sent || stored.version <= version)) stored = null;
    },
  });
}

test("a text of the phone appears on the laptop that has just sent, in its empty field", async () => {
  const [phone, laptop] = [device("phone"), device("laptop")];
  laptop.type("sent by the laptop");
  laptop.send();
  phone.type("A long text of the phone");
  await pass(PAUSE);
  expect(laptop.field).toBe("A long text of the phone");
  laptop.type("A long text of the phone, and more");
  await pass(PAUSE + 5_000);
  expect([phone.field, stored?.text]).toEqual(["A long text of the phone, and more", "A long text of the phone, and more"]);
});

test("a device that types beside an unseen text replaces neither: it offers both", async () => {
  const [phone, laptop] = [device("phone"), device("laptop", { hears: false })];
  phone.type("A long text of the phone");
  await pass(PAUSE);
  laptop.type("ok");
  await pass(2 * PAUSE);
  expect(stored?.text).toBe("A long text of the phone");
  expect([phone.field, laptop.field, laptop.offered]).toEqual(["A long text of the phone", "ok", "A long text of the phone"]);
  expect(laptop.local.get("laptop1")?.text).toBe("ok");

  laptop.type("ok, then");
  await pass(PAUSE);
  expect([stored?.text, laptop.offered]).toEqual(["A long text of the phone", "A long text of the phone"]);
  laptop.keepMine();
  await pass(PAUSE + 5_000);
  expect([stored?.text, laptop.offered, phone.field]).toEqual(["ok, then", null, "ok, then"]);
  expect(laptop.local.size).toBe(0);
});

test("the other device's text is used, or comes up once the own one is sent or deleted", async () => {
  for (const end of ["use", "send", "delete"] as const) {
    [stored, events] = [{ text: "of the phone", version: Date.now(), client_id: "phone1" }, []];
    const laptop = device("laptop");
    await pass(10_000);
    laptop.type("ok");
    await pass(PAUSE);
    expect(laptop.offered).toBe("of the phone");
    if (end === "use") laptop.takeOther();
    else if (end === "send") laptop.send();
    else laptop.type("");
    await pass(PAUSE + 5_000);
    expect([end, laptop.field, laptop.offered, laptop.local.size]).toEqual([end, "of the phone", null, 0]);
    expect([end, stored?.text]).toEqual([end, "of the phone"]);
  }
});

test("a text typed after a message that is still on its way stays, also where the answer to its first save was lost", async () => {
  const phone = device("phone");
  phone.type("the message");
  offline = true;
  await pass(PAUSE);
  write(phone.local.get("phone1") as LocalDraft);
  phone.send();
  stored = { text: "the message", version: Date.now(), client_id: "phone1" };
  offline = false;
  phone.type("half a text");
  await pass(PAUSE);
  expect(stored).toMatchObject({ text: "half a text", client_id: "phone2" });
  expect([phone.offered, phone.field, phone.local.size]).toEqual([null, "half a text", 0]);
});

test("a text that overtakes an earlier one of its message is saved all the same", async () => {
  const phone = device("phone", { hears: false });
  phone.type("the first words");
  const first = phone.local.get("phone1") as LocalDraft;
  await pass(500);
  phone.type("the first words, and the last");
  await pass(500);
  write(first, 1_000);
  await pass(PAUSE - 500);
  expect([stored?.text, phone.offered]).toEqual(["the first words", null]);
  await pass(PAUSE);
  expect([stored?.text, phone.local.size]).toEqual(["the first words, and the last", 0]);
});

test("a text stored without a network is offered beside the one that another device saved meanwhile", async () => {
  const first = { text: "begun", version: 500_000, client_id: "phone1" };
  stored = { text: "begun, and changed by the laptop", version: 900_000, client_id: "laptop1" };
  const phone = device("phone", { brought: stored });
  phone.adopt({ text: "begun, and changed here", replyTo: null, clientId: "phone0", at: 800_000, seen: first.version });
  phone.typed("begun, and changed here", 800_000);
  await pass(PAUSE);
  expect(phone.offered).toBe("begun, and changed by the laptop");
  phone.keepMine();
  await pass(0);
  expect(stored.text).toBe("begun, and changed here");
});

test("a text deleted or sent on another device goes here too, unless one types", async () => {
  const [phone, laptop] = [device("phone"), device("laptop")];
  phone.type("a text");
  await pass(PAUSE);
  expect(laptop.field).toBe("a text");
  phone.type("");
  await pass(PAUSE);
  expect(laptop.field).toBe("");

  phone.type("another");
  await pass(8_000);
  laptop.sentElsewhere("phone1", "another, and the end that was not saved");
  expect(laptop.field).toBe("");
  laptop.type("mine");
  laptop.sentElsewhere("phone1", "mine");
  expect(laptop.field).toBe("mine");
});

test("a refused save is not repeated by itself, and a save without a network is", async () => {
  let saves = 0;
  const refused = { text: "newer", version: 2_000_000, client_id: "other" };
  const sync = createDraftSync({
    message: () => ({ clientId: "one", replyTo: null }),
    take() {},
    offer() {},
    keep() {},
    drop() {},
    async save() {
      saves++;
      if (saves === 1) throw new Error("no network");
      return { draft: refused };
    },
  });
  sync.typed("mine");
  await pass(60_000);
  expect(saves).toBe(1);
  await sync.save();
  await pass(60_000);
  expect(saves).toBe(2);
});

test("who asks for a save awaits the one that is under way", async () => {
  let answer = (_: { draft: null }) => {};
  const sync = createDraftSync({
    message: () => ({ clientId: "one", replyTo: null }),
    take() {},
    offer() {},
    keep() {},
    drop() {},
    save: () => new Promise((resolve) => (answer = resolve)),
  });
  sync.typed("mine");
  await pass(PAUSE);
  let saved = false;
  void sync.save().then(() => (saved = true));
  await pass(0);
  expect(saved).toBe(false);
  answer({ draft: null });
  await pass(0);
  expect(saved).toBe(true);
});

test("a text that an earlier page may have saved is said to be one, until it is typed on, and its own page's is not", async () => {
  const asked: [string, true | undefined][] = [];
  const local: LocalDraft[] = [];
  const sync = createDraftSync({
    message: () => ({ clientId: "one", replyTo: null }),
    take() {},
    offer() {},
    keep: (draft) => local.push(draft),
    drop() {},
    async save({ text, unsure }) {
      asked.push([text, unsure]);
      throw new Error("no network");
    },
  });
  sync.adopt({ text: "begun", replyTo: null, clientId: "one", at: 900_000, seen: 0, unsure: true });
  sync.typed("begun", 900_000);
  await pass(PAUSE);
  sync.typed("begun, and more");
  // Nothing was asked yet for these words.
  expect(local.at(-1)?.unsure).toBeUndefined();
  await pass(PAUSE);
  expect(asked).toEqual([
    ["begun", true],
    ["begun, and more", undefined],
  ]);
  // No answer was heard: they may have arrived.
  expect(local.at(-1)).toMatchObject({ text: "begun, and more", unsure: true });
});
