import { afterEach, describe, expect, it } from "vitest";
import type { LiveEvent } from "#app/live/live-event.ts";
import type { LiveFrame } from "#worker/delivery/live/live.protocol.ts";
import { member, Person, SIDES } from "./person.ts";

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** A browser's WebSocket and all its events. */
class Socket {
  readonly events: LiveEvent[] = [];
  readonly #socket: WebSocket;
  /** The close code. */
  readonly closed: Promise<number>;

  constructor(person: Person, headers: Record<string, string> = {}) {
    const origin = `http://localhost:${person.port}`;
    const cookie = [...person.cookies].map((pair) => pair.join("=")).join("; ");
    const init = { headers: { origin, cookie, "cf-connecting-ip": person.network, ...headers } };
    this.#socket = new WebSocket(`ws://localhost:${person.port}/api/live.php`, init as never);
    this.#socket.addEventListener("message", ({ data }) => this.events.push(JSON.parse(String(data)) as LiveEvent));
    this.closed = new Promise((resolve) => this.#socket.addEventListener("close", ({ code }) => resolve(code)));
    // A refused handshake closes too; the close code tells.
    this.#socket.addEventListener("error", () => {});
    open.push(this);
  }

  /** Waits for the first event of a type. */
  async event<T extends LiveEvent["type"]>(type: T): Promise<Extract<LiveEvent, { type: T }>> {
    const found = () => this.events.find((event) => event.type === type);
    await expect.poll(() => found() ?? this.events.map((event) => event.type)).toMatchObject({ type });
    return found() as Extract<LiveEvent, { type: T }>;
  }

  send(frame: LiveFrame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** The server has sent its close frame; the connection may still be open. */
  async ended(): Promise<void> {
    await expect.poll(() => this.#socket.readyState).toBeGreaterThanOrEqual(WebSocket.CLOSING);
  }

  close(): void {
    this.#socket.close();
  }
}

describe.each(SIDES)("live events: %s", (side) => {
  it("begin with the counters, and announce a like at once", async () => {
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const socket = new Socket(anna);
    expect((await socket.event("hello")).counters).toEqual({ unread_messages: 0, new_likes: 0 });
    await ben.call("like", { profile: anna.id });
    expect(await socket.event("like")).toEqual({ type: "like", profile: ben.id, match: false });
  });

  it("deliver a message to the recipient and its read receipt to the sender", async () => {
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const [hers, his] = [new Socket(anna), new Socket(ben)];
    await Promise.all([hers.event("hello"), his.event("hello")]);
    const { message } = await anna.call("sendMessage", { profile: ben.id, text: "Hello Ben", client_id: `live-${anna.id}` });
    expect((await his.event("message")).message).toMatchObject({ id: message.id, text: "Hello Ben", seq: 1, price: null });
    // Ben's reply does not name Anna: the object must know or look up the recipient.
    await ben.call("sendMessage", { conversation: message.conversation, text: "Hello Anna", client_id: `live-${ben.id}` });
    await expect
      .poll(() => hers.events.filter((event) => event.type === "message").map((event) => event.message.text))
      .toContain("Hello Anna");
    await ben.call("readChat", { conversation: message.conversation, seq: 1 });
    expect(await hers.event("read")).toEqual({ type: "read", conversation: message.conversation, seq: 1 });

    await anna.call("chat", { conversation: message.conversation });
    // The object learns an upstream's conversation after the response, so typing frames repeat.
    const typing = setInterval(() => hers.send({ type: "typing", conversation: message.conversation }), 300);
    try {
      expect(await his.event("typing")).toEqual({ type: "typing", conversation: message.conversation });
    } finally {
      clearInterval(typing);
    }
  });

  it("announce changed counters", async () => {
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const socket = new Socket(anna);
    await socket.event("hello");
    await ben.call("like", { profile: anna.id });
    if (side === "proxy") await socket.event("recount");
    else await expect.poll(() => socket.events.findLast((event) => event.type === "counters")?.counters.new_likes).toBe(1);
  });

  it("end with the session", async () => {
    const anna = await member(side);
    const socket = new Socket(anna);
    await socket.event("hello");
    await anna.call("logout", {});
    await socket.ended();
  });

  it("end with a new password, on other devices too", async () => {
    const anna = await member(side);
    const socket = new Socket(anna);
    await socket.event("hello");
    const elsewhere = new Person(side);
    await elsewhere.call("requestReset", { email: anna.email });
    const token = await anna.mailed(/token=(\S+)/);
    await elsewhere.call("resetPassword", { token, password: "seven quiet lakes", password_repeat: "seven quiet lakes" });
    await socket.ended();
    expect(await new Socket(anna).closed).toBe(1006);
    await new Socket(elsewhere).event("hello");
  });

  it("are for members and same-origin pages only", async () => {
    const anna = await member(side);
    expect(await new Socket(new Person(side)).closed).toBe(1006);
    expect(await new Socket(anna, { origin: "http://evil.example" }).closed).toBe(1006);
    expect(await new Socket(anna, { cookie: `session=${anna.id}.${"A".repeat(43)}` }).closed).toBe(1006);
    const plain = await anna.request("GET", "/api/live.php");
    expect(anna.refusal(plain).code).toBe("malformed");
  });
});
