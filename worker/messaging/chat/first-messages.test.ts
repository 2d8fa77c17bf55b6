import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, test } from "vitest";
import { addLike } from "#tests/setup/actions.ts";
import { contextOf } from "#tests/setup/context.ts";
import { api, open, type Person, person, say } from "#tests/setup/talk.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { CallInput, CallOutput } from "#worker/server/calls.ts";
import { type FirstRule, takesFirst } from "./first-messages.ts";

const CARD = { birthDate: "1990-06-01", country: "NL", region: "NL-NH", city: "Amsterdam" } as CardRow;
const SENDER = { birthDate: "1988-06-01", country: "NL", region: "NL-NH", city: "Haarlem", mainPhoto: "p", verified: true };
const TEXT = "a".repeat(80);

describe("a first message", () => {
  const takes = async (
    rule: Partial<FirstRule>,
    sender: Partial<Record<keyof typeof SENDER, unknown>> = {},
    text: string | null = TEXT,
  ) => {
    const { domain, now } = await contextOf();
    const ctx = { domain, now, viewer: { profile: { ...SENDER, ...sender } } } as unknown as MemberContext;
    return takesFirst(ctx, CARD, { stored: "", takes: {}, wishes: {}, liked: false, ...rule }, text);
  };

  it("comes from everybody where nothing is chosen", async () => {
    expect(await takes({})).toBe(true);
  });

  it("comes from those the member likes, or from nobody", async () => {
    expect(await takes({ takes: { from: "liked" } })).toBe(false);
    expect(await takes({ takes: { from: "liked" }, liked: true })).toBe(true);
    expect(await takes({ takes: { from: "nobody" }, liked: true })).toBe(false);
  });

  it("may ask for a proof, a photo and a length", async () => {
    expect(await takes({ takes: { verified: true } })).toBe(true);
    expect(await takes({ takes: { verified: true } }, { verified: false })).toBe(false);
    // The proof is of the photo.
    expect(await takes({ takes: { verified: true } }, { mainPhoto: null })).toBe(false);
    expect(await takes({ takes: { photo: true } })).toBe(true);
    expect(await takes({ takes: { photo: true } }, { mainPhoto: null })).toBe(false);
    expect([await takes({ takes: { length: 80 } }), await takes({ takes: { length: 140 } })]).toEqual([true, false]);
    // A length that is no longer offered.
    expect(await takes({ takes: { length: 200 } })).toBe(true);
    expect(await takes({ takes: { length: 140 } }, {}, null)).toBe(true);
  });

  it("may come from the ages and the distance of the wishes alone", async () => {
    const within = (wishes: FirstRule["wishes"], sender = {}) => takes({ takes: { wishes: true }, wishes }, sender);
    expect([await within({ ages: [35, 45] }), await within({ ages: [41, 50] })]).toEqual([true, false]);
    expect(await within({ ages: [35, 45], distance: 25 })).toBe(true);
    expect(await within({ ages: [35, 45], distance: 25 }, { region: "NL-LI", city: "Maastricht" })).toBe(false);
    // Deal-breakers are for lists.
    expect(await within({ ages: [35, 45], dealbreakers: { smoking: "never" } })).toBe(true);
  });

  it("is taken of those the member likes, whatever else is asked", async () => {
    const asked = {
      takes: { verified: true, photo: true, wishes: true, length: 140 } as const,
      wishes: { ages: [18, 20] as [number, number] },
    };
    expect(await takes({ ...asked, liked: true }, { mainPhoto: null, verified: false })).toBe(true);
  });
});

type Chosen = NonNullable<NonNullable<CallInput<"updatePreferences">["privacy"]>["first_messages"]>;
const ALL: Chosen = { from: "everybody", verified: false, photo: false, wishes: false, length: 0, requests: false };

let ann: Person;
let ben: Person;

const choose = async (first_messages: Partial<Chosen>) => {
  const input = { privacy: { first_messages: { ...ALL, ...first_messages } } };
  const { status, body } = await api<CallOutput<"updatePreferences">>(ann, "PUT", "preferences.php", input);
  expect(status).toBe(200);
  return body.privacy.first_messages;
};
const write = async (input: object = {}, file = "chat.php") => {
  const { status, body } = await api(ben, "POST", file, { profile: ann.id, client_id: crypto.randomUUID(), ...input });
  return status === 201 ? "sent" : [body.error.code, body.error.message];
};
const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(ben.id).first<number>("credits");

beforeEach(async () => {
  [ann, ben] = [await person({ credits: 10 }), await person({ credits: 10 })];
});

test("every condition refuses with the same words, before a credit is spent and a chat begun", async () => {
  const refused = [];
  for (const one of [{ from: "liked" }, { from: "nobody" }, { verified: true }, { photo: true }, { length: 140 }] as const) {
    expect(await choose(one)).toEqual({ ...ALL, ...one });
    refused.push(await write({ text: "Hello" }));
    if (!("length" in one)) expect((await open(ben, `profile=${ann.id}`)).refusal).toBe("first_message_refused");
  }
  expect(new Set(refused.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(refused[0]?.[0]).toBe("first_message_refused");
  await choose({ from: "liked" });
  expect((await write({ icebreaker: "4" }))[0]).toBe("first_message_refused");
  expect((await write({ gift: "rose" }, "gift.php"))[0]).toBe("first_message_refused");
  expect(await credits()).toBe(10);
  expect(await env.DB.prepare("SELECT 1 FROM conversations WHERE started_by = ?").bind(ben.id).first()).toBeNull();
});

test("a like invites, a conversation goes on, and everybody may write again", async () => {
  await choose({ from: "liked", verified: true });
  await addLike(ann.id, ben.id);
  expect(await write({ text: "Hello" })).toBe("sent");
  await choose({ from: "nobody" });
  expect(await write({ text: "Still there?" })).toBe("sent");
  const cleo = await person({ credits: 10 });
  // Ann herself may write to anybody.
  await say(ann, cleo, "Hello Cleo");
  expect(await choose({})).toEqual(ALL);
  expect(
    await env.DB.prepare("SELECT first_messages FROM preferences WHERE account_id = ?").bind(ann.id).first("first_messages"),
  ).toBeNull();
});

test("another setting keeps what was chosen", async () => {
  await choose({ photo: true });
  await api(ann, "PUT", "preferences.php", { privacy: { show_read: false } });
  const { body } = await api<CallOutput<"preferences">>(ann, "GET", "preferences.php");
  expect(body.privacy.first_messages).toEqual({ ...ALL, photo: true });
});
