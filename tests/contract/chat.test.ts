import { beforeAll, describe, expect, it } from "vitest";
import { block, LOCAL, member, Person } from "./person.ts";

let count = 0;
const clientId = () => `client-${Date.now().toString(36)}-${count++}`;

describe.each(LOCAL)("a first message from a landing page: %s", (side) => {
  it("is a draft in the chat until the two have a conversation", async () => {
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const anna = await (await new Person(side).signUp({ signup_message: " Hello Ben ", signup_profile: ben.id })).confirm();
    const other = await member(side);
    expect((await anna.call("chat", { profile: ben.id })).draft).toBe("Hello Ben");
    expect((await anna.call("chat", { profile: other.id })).draft).toBeNull();
    expect((await ben.call("chat", { profile: anna.id })).draft).toBeNull();
    await anna.call("sendMessage", { profile: ben.id, text: "Something else", client_id: `else-${anna.id}` });
    expect((await anna.call("chat", { profile: ben.id })).draft).toBeNull();
  });
});

describe.each(LOCAL)("chat: %s", (side) => {
  let anna: Person;
  let ben: Person;
  let conversation = "";

  beforeAll(async () => {
    anna = await member(side);
    ben = await member(side, { gender: "male", looking_for: "female" });
  });

  it("is empty before the first message", async () => {
    const { conversation: none, messages, price, credits, refusal, profile } = await anna.call("chat", { profile: ben.id });
    expect({ none, messages, price, credits, refusal }).toEqual({
      none: null,
      messages: [],
      price: 1,
      credits: 10,
      refusal: null,
    });
    expect(profile.id).toBe(ben.id);
    expect((await anna.call("chats", {})).chats).toEqual([]);
  });

  it("stores and charges a repeated message once", async () => {
    const input = { profile: ben.id, text: "  Hé 👋🏽 \u202Ehello\u0000 ", client_id: clientId() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => anna.send("sendMessage", input)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const { message, credits } = await anna.call("sendMessage", input);
    expect(message).toMatchObject({ seq: 1, sender: anna.id, text: "Hé 👋🏽 hello", price: 1 });
    expect(credits).toBe(9);
    conversation = message.conversation;
    expect((await anna.call("chat", { conversation })).messages).toHaveLength(1);
    expect((await anna.refused("sendMessage", { ...input, text: "Another" })).code).toBe("idempotency_conflict");
  });

  it("shows the recipient a message without its price, and counts it until it is read", async () => {
    const { chats, unread_messages } = await ben.call("chats", {});
    expect(unread_messages).toBe(1);
    expect(chats).toMatchObject([
      { conversation: { id: conversation, last_seq: 1 }, profile: { id: anna.id }, num_unread_messages: 1 },
    ]);
    const { messages } = await ben.call("chat", { conversation });
    expect(messages).toMatchObject([{ seq: 1, sender: anna.id, price: null }]);
    expect(await ben.call("readChat", { conversation, seq: 1 })).toEqual({ unread_messages: 0, read_seq: 1 });
    expect(await ben.call("readChat", { conversation, seq: 0 })).toEqual({ unread_messages: 0, read_seq: 1 });
    expect((await anna.call("chat", { conversation })).conversation?.partner_read_seq).toBe(1);
  });

  it("pages back and forward by seq", async () => {
    for (const text of ["two", "three"]) await ben.call("sendMessage", { conversation, text, client_id: clientId() });
    const texts = async (input: { before?: number; after?: number }) =>
      (await anna.call("chat", { conversation, ...input })).messages.map(({ text }) => text);
    expect(await texts({ after: 1 })).toEqual(["two", "three"]);
    expect(await texts({ before: 3 })).toEqual(["Hé 👋🏽 hello", "two"]);
  });

  it("refuses an invalid message", async () => {
    const send = (input: object) => anna.refused("sendMessage", { conversation, text: "x", client_id: clientId(), ...input });
    expect((await send({ text: "x".repeat(10_000) })).fields).toMatchObject([
      { field: "text", code: "too_long", message: expect.stringContaining("1000") },
    ]);
    expect((await send({ text: " \u200B\u202E " })).fields).toMatchObject([{ field: "text", code: "required" }]);
    expect((await send({ client_id: "short" })).fields).toMatchObject([{ field: "client_id", code: "too_short" }]);
    expect((await send({ cost: 0 })).fields).toMatchObject([{ field: "cost", code: "unknown_field" }]);
    expect((await send({ price: 0 })).code).toBe("price_changed");
    expect((await send({ conversation: undefined, profile: anna.id })).fields).toMatchObject([{ code: "to_oneself" }]);
    expect((await send({ conversation: undefined, profile: "nobody" })).code).toBe("not_found");
    expect((await send({ conversation: "nothing" })).code).toBe("not_found");
    expect((await anna.call("user", {})).credits).toBe(9);
  });

  it("refuses a message without credits, and names the partner", async () => {
    const poor = await member(side);
    for (let i = 0; i < 10; i++) await poor.call("sendMessage", { profile: ben.id, text: `${i}`, client_id: clientId() });
    expect(await poor.refused("sendMessage", { profile: ben.id, text: "one more", client_id: clientId() })).toMatchObject({
      code: "not_enough_credits",
      message: `You do not have enough credits to send this message to ${ben.name}.`,
    });
    expect((await poor.call("chat", { profile: ben.id })).messages).toHaveLength(10);
  });

  it("lets a free member start two conversations, and no third", async () => {
    const eager = await member(side);
    for (const to of [anna, ben]) await eager.call("sendMessage", { profile: to.id, text: "Hello", client_id: clientId() });
    const third = await member(side);
    expect((await eager.refused("sendMessage", { profile: third.id, text: "Hello", client_id: clientId() })).code).toBe(
      "premium_required",
    );
    expect((await eager.call("chat", { profile: third.id })).refusal).toBe("premium_required");
  });

  it("is removed for one member only", async () => {
    expect(await anna.call("removeChat", { conversation })).toEqual({ removed: true });
    expect((await anna.call("chats", {})).chats.map((chat) => chat.conversation.id)).not.toContain(conversation);
    expect((await ben.call("chats", {})).chats.map((chat) => chat.conversation.id)).toContain(conversation);
  });

  it("is closed by a block, with the name of the blocker", async () => {
    const carl = await member(side, { gender: "male", looking_for: "female" });
    await block(carl, ben);
    expect(await ben.refused("sendMessage", { profile: carl.id, text: "Hello", client_id: clientId() })).toMatchObject({
      code: "blocked",
      params: { name: carl.name },
    });
    expect((await ben.refused("chat", { profile: carl.id })).code).toBe("blocked");
    expect((await carl.refused("chat", { profile: ben.id })).code).toBe("not_found");
  });
});
