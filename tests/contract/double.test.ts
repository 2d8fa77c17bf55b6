import { describe, expect, inject, it } from "vitest";
import { CALLS, type CallName } from "#worker/calls.ts";
import type { Call } from "#worker/lib/call.ts";
import { phonePhoto } from "../setup/pictures.ts";
import { ask } from "./http.ts";
import { letters, member, Person, SIDES, type Side } from "./person.ts";
import { PASSWORD, signupForm } from "../setup/signup-form.ts";

const NEW = "seven quiet lakes";

interface Scene {
  anna: Person;
  ben: Person;
  /** Somebody who has not confirmed. */
  fresh: Person;
  visitor: Person;
  unique: string;
}

interface Line {
  /** Who sends it, and what. */
  send: (scene: Scene) => Promise<{ who: Person; input: Record<string, unknown> }>;
  headers?: (scene: Scene) => Record<string, string>;
  /** Answers to two at once and to one more: each is one of these. */
  answers?: (number | string)[];
  /** What there is afterwards, once. */
  effect: (scene: Scene, who: Person) => Promise<unknown>;
  once: unknown;
}

async function count(sql: string, ...values: unknown[]): Promise<unknown> {
  const { text } = await ask({ port: inject("sql"), path: "/", method: "POST", body: JSON.stringify({ sql, values }) });
  return (JSON.parse(text) as { n: unknown }[])[0]?.n;
}

async function linkIn(person: Person, pattern: RegExp): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const found = pattern.exec((await person.mail()).text)?.[1];
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail with ${pattern}`);
}

const signupOf = ({ unique }: Scene) => signupForm({ email: `d${unique}@example.org`, name: `D${unique}`.slice(0, 20) });

/** Links of this kind that open something: a later mail takes the place of an earlier. */
const openLinks = (kind: string, whose: (scene: Scene) => Person) => (scene: Scene) =>
  count("SELECT count(*) n FROM tokens WHERE account_id = ? AND kind = ? AND used_at IS NULL", whose(scene).id, kind);

const TABLE: Record<string, Line> = {
  login: {
    send: async ({ visitor, anna }) => ({ who: visitor, input: { email: anna.email, password: PASSWORD } }),
    effect: async (_, who) => (await who.call("user", {})).status,
    once: "active",
  },
  logout: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    effect: async (_, who) => (await who.refused("user", {})).code,
    once: "authentication_required",
  },
  updateUser: {
    send: async ({ anna }) => ({ who: anna, input: { language: "nl" } }),
    effect: async (_, who) => (await who.call("user", {})).language,
    once: "nl",
  },
  signup: {
    send: async (scene) => ({ who: scene.visitor, input: { ...signupOf(scene), signup_key: `key-${scene.unique}` } }),
    effect: ({ unique }) =>
      count(
        "SELECT (SELECT count(*) FROM accounts WHERE email = ?1) || (SELECT count(*) FROM outbox WHERE recipient = ?1) n",
        `d${unique}@example.org`,
      ),
    once: "11",
  },
  "signup without a key": {
    send: async (scene) => ({ who: scene.visitor, input: { ...signupOf(scene) } }),
    answers: [201, "invalid"],
    effect: ({ unique }) =>
      count(
        "SELECT (SELECT count(*) FROM accounts WHERE email = ?1) || (SELECT count(*) FROM outbox WHERE recipient = ?1) n",
        `d${unique}@example.org`,
      ),
    once: "11",
  },
  activate: {
    send: async ({ fresh }) => ({ who: fresh, input: { token: await linkIn(fresh, /\/(a[\w-]{43})/) } }),
    effect: ({ fresh }) => count("SELECT count(*) || ':' || sum(amount) n FROM ledger WHERE account_id = ?", fresh.id),
    once: "1:10",
  },
  "activate by code": {
    send: async ({ fresh }) => ({ who: fresh, input: { code: await linkIn(fresh, /\b(\d{6})\b/) } }),
    effect: ({ fresh }) => count("SELECT count(*) || ':' || sum(amount) n FROM ledger WHERE account_id = ?", fresh.id),
    once: "1:10",
  },
  activation: {
    send: async ({ fresh }) => ({ who: fresh, input: {} }),
    effect: openLinks("activation", ({ fresh }) => fresh),
    once: 1,
  },
  requestReset: {
    send: async ({ visitor, anna }) => {
      return { who: visitor, input: { email: anna.email } };
    },
    effect: openLinks("reset", ({ anna }) => anna),
    once: 1,
  },
  resetPassword: {
    send: async ({ anna, visitor }) => {
      await visitor.call("requestReset", { email: anna.email });
      const token = await linkIn(anna, /reset-password\/do\?token=(\S+)/);
      return { who: visitor, input: { token, password: NEW, password_repeat: NEW } };
    },
    // The link opens once, whoever comes second: with the new password, the log-in is the way.
    answers: [200, "link_expired"],
    effect: async (scene, who) => {
      await who.call("login", { email: scene.anna.email, password: NEW });
      return (await who.call("user", {})).status;
    },
    once: "active",
  },
  changePassword: {
    send: async ({ anna }) => ({ who: anna, input: { old_password: PASSWORD, password: NEW, password_repeat: NEW } }),
    // The session is a new one: a press that left with the cookie of before is nobody's.
    answers: [200, "authentication_required", "conflict"],
    effect: async (_, who) => (await who.call("user", {})).status,
    once: "active",
  },
  requestMailChange: {
    send: async ({ anna, unique }) => ({ who: anna, input: { email: `new${unique}@example.org`, password: PASSWORD } }),
    effect: openLinks("mail_change", ({ anna }) => anna),
    once: 1,
  },
  confirmMailChange: {
    send: async ({ anna, unique }) => {
      const email = `new${unique}@example.org`;
      await anna.call("requestMailChange", { email, password: PASSWORD });
      const there = new Person(anna.side);
      there.email = email;
      return { who: anna, input: { token: await linkIn(there, /mail-change\/do\?token=(\S+)/) } };
    },
    answers: [200, "link_expired"],
    effect: async ({ unique }, who) => (await who.call("user", {})).email === `new${unique}@example.org`,
    once: true,
  },
  undoMailChange: {
    send: async ({ anna, unique }) => {
      await anna.call("requestMailChange", { email: `new${unique}@example.org`, password: PASSWORD });
      return { who: anna, input: { token: await linkIn(anna, /\/(v[\w-]{43})/) } };
    },
    answers: [200, "link_expired"],
    effect: ({ anna }) => count("SELECT email n FROM accounts WHERE id = ?", anna.id).then((email) => email === anna.email),
    once: true,
  },
  repeatMailChange: {
    send: async ({ anna, unique }) => {
      await anna.call("requestMailChange", { email: `new${unique}@example.org`, password: PASSWORD });
      return { who: anna, input: {} };
    },
    effect: openLinks("mail_change", ({ anna }) => anna),
    once: 1,
  },
  cancelMailChange: {
    send: async ({ anna, unique }) => {
      await anna.call("requestMailChange", { email: `new${unique}@example.org`, password: PASSWORD });
      return { who: anna, input: {} };
    },
    effect: async (_, who) => (await who.call("pendingMailChange", {})).email,
    once: null,
  },
  correctAddress: {
    send: async ({ fresh, unique }) => ({ who: fresh, input: { email: `right${unique}@example.org`, password: PASSWORD } }),
    // Of two at once: the slower one finds that the account changed meanwhile, and says so.
    answers: [200, "conflict"],
    effect: openLinks("activation", ({ fresh }) => fresh),
    once: 1,
  },
  removeAddress: {
    send: async ({ fresh, visitor }) => ({ who: visitor, input: { token: await linkIn(fresh, /\/(a[\w-]{43})/) } }),
    answers: [200, "link_expired"],
    effect: ({ fresh }) => count("SELECT count(*) n FROM accounts WHERE email = ?", fresh.email),
    once: 0,
  },
  saveSignupDraft: {
    send: async ({ visitor }) => ({ who: visitor, input: { step: "you", values: { name: "Typed" } } }),
    effect: async (_, who) => (await who.call("signupDraft", {}))?.values.name,
    once: "Typed",
  },
  dropSignupDraft: {
    send: async ({ visitor }) => {
      await visitor.call("saveSignupDraft", { step: "you", values: { name: "Typed" } });
      return { who: visitor, input: {} };
    },
    effect: async (_, who) => (await who.send("signupDraft", {})).status,
    once: 204,
  },
  acceptConsents: {
    send: async ({ anna }) => ({ who: anna, input: { terms: true, sensitive_data: true } }),
    effect: async (_, who) => (await who.call("consents", {})).consents.filter(({ due }) => due).length,
    once: 0,
  },
  keepIntention: {
    send: async ({ fresh, ben }) => ({ who: fresh, input: { profile: ben.id, intent: "like" } }),
    effect: async (_, who) => (await who.call("intention", {}))?.intent,
    once: "like",
  },
  resumeMails: {
    send: async ({ anna }) => {
      await count("UPDATE accounts SET notifications_disabled = '[\"fbl\"]' WHERE id = ?", anna.id);
      return { who: anna, input: { reason: "fbl" } };
    },
    effect: ({ anna }) => count("SELECT notifications_disabled n FROM accounts WHERE id = ?", anna.id),
    once: "[]",
  },
  block: {
    send: async ({ anna, ben }) => ({ who: anna, input: { profile: ben.id } }),
    effect: async (_, who) => (await who.call("blocks", {})).blocked.length,
    once: 1,
  },
  unblock: {
    send: async ({ anna, ben }) => {
      await anna.call("block", { profile: ben.id });
      return { who: anna, input: { profile: ben.id } };
    },
    effect: async (_, who) => (await who.call("blocks", {})).blocked.length,
    once: 0,
  },
  deleteAccount: {
    send: async ({ anna }) => ({ who: anna, input: { password: PASSWORD, reason: "break" } }),
    // The session is over with the account: a press that comes later is nobody's.
    answers: [200, "authentication_required", "conflict"],
    effect: ({ anna }) =>
      count(
        "SELECT status || (SELECT count(*) FROM tokens WHERE account_id = ?1 AND kind = 'reactivation') n FROM accounts WHERE id = ?1",
        anna.id,
      ),
    once: "deleted1",
  },
  reactivate: {
    send: async ({ anna, visitor }) => {
      await anna.call("deleteAccount", { password: PASSWORD, reason: "break" });
      return { who: visitor, input: { token: await linkIn(anna, /\/(r[\w-]{43})/) } };
    },
    answers: [200, "link_expired"],
    effect: ({ anna }) => count("SELECT status n FROM accounts WHERE id = ?", anna.id),
    once: "active",
  },
  requestReactivation: {
    send: async ({ anna, visitor }) => {
      await anna.call("deleteAccount", { password: PASSWORD, reason: "break" });
      return { who: visitor, input: { email: anna.email } };
    },
    // The deletion's own, and one more: it is written after the answer.
    effect: async (scene) => {
      const links = openLinks("reactivation", ({ anna }) => anna);
      await expect.poll(() => links(scene)).toBe(2);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return links(scene);
    },
    once: 2,
  },
  updatePreferences: {
    send: async ({ anna }) => ({ who: anna, input: { privacy: { show_read: false }, limits: { day: 1000 } } }),
    effect: async (_, who) => (await who.call("preferences", {})).spending.limits.day,
    once: 1000,
  },
  endSessions: {
    send: async ({ anna }) => {
      const other = new Person(anna.side);
      other.email = anna.email;
      await other.logIn();
      return { who: anna, input: { all: true, keep_this: true } };
    },
    effect: async (_, who) => (await who.call("sessions", {})).sessions.length,
    once: 1,
  },
  updateProfile: {
    send: async ({ anna }) => ({ who: anna, input: { about: "Likes long walks along the canals.", interests: ["tea"] } }),
    effect: async (_, who) => (await who.call("profile", {})).profile.about,
    once: "Likes long walks along the canals.",
  },
  addPhoto: {
    send: async ({ anna }) => ({ who: anna, input: { file: phonePhoto() } }),
    headers: ({ unique }) => ({ "idempotency-key": `photo-${unique}` }),
    answers: [201, "conflict"],
    effect: ({ anna }) => count("SELECT count(*) n FROM photos WHERE profile_id = ?", anna.id),
    once: 1,
  },
  updatePhoto: {
    send: async ({ anna }) => {
      const { photos } = await anna.call("addPhoto", { file: phonePhoto() });
      await count("UPDATE photos SET status = 'active' WHERE profile_id = ?", anna.id);
      return { who: anna, input: { id: photos[0]?.id, main: true } };
    },
    effect: ({ anna }) => count("SELECT count(*) n FROM profiles WHERE id = ? AND main_photo IS NOT NULL", anna.id),
    once: 1,
  },
  removePhoto: {
    send: async ({ anna }) => {
      const { photos } = await anna.call("addPhoto", { file: phonePhoto() });
      return { who: anna, input: { id: photos[0]?.id } };
    },
    answers: [200, "not_found"],
    effect: ({ anna }) => count("SELECT count(*) n FROM photos WHERE profile_id = ?", anna.id),
    once: 0,
  },
  like: {
    send: async ({ anna, ben }) => ({ who: anna, input: { profile: ben.id } }),
    effect: async ({ ben }) => (await ben.call("user", {})).new_likes,
    once: 1,
  },
  unlike: {
    send: async ({ anna, ben }) => {
      await anna.call("like", { profile: ben.id });
      return { who: anna, input: { profile: ben.id } };
    },
    effect: async ({ ben }) => (await ben.call("user", {})).new_likes,
    once: 0,
  },
  swipe: {
    send: async ({ anna, ben }) => ({ who: anna, input: { profile: ben.id, liked: true } }),
    effect: async ({ ben }, who) => `${(await ben.call("user", {})).new_likes} ${(await who.call("deck", {})).likes_left}`,
    once: "1 3",
  },
  undoSwipe: {
    send: async ({ anna, ben }) => {
      await anna.call("swipe", { profile: ben.id, liked: false });
      return { who: anna, input: {} };
    },
    answers: [200, "conflict"],
    effect: async (_, who) => (await who.call("deck", {})).undo,
    once: false,
  },
  saveAnswers: {
    send: async ({ anna }) => ({ who: anna, input: { answers: { pace: "slow" } } }),
    effect: async (_, who) => (await who.call("matchFinder", {})).questions.filter(({ answer }) => answer !== null).length,
    once: 1,
  },
  sendMessage: {
    send: async ({ anna, ben, unique }) => ({
      who: anna,
      input: { profile: ben.id, text: "Hello", client_id: `twice-${unique}` },
    }),
    effect: async ({ anna, ben }) => `${(await anna.call("user", {})).credits} ${(await ben.call("user", {})).unread_messages}`,
    once: "9 1",
  },
  readChat: {
    send: async ({ anna, ben, unique }) => {
      const sent = await ben.call("sendMessage", { profile: anna.id, text: "Hello", client_id: `read-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation, seq: 1 } };
    },
    effect: async (_, who) => (await who.call("user", {})).unread_messages,
    once: 0,
  },
  removeChat: {
    send: async ({ anna, ben, unique }) => {
      const sent = await anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: `gone-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation } };
    },
    effect: async (_, who) => (await who.call("chats", {})).chats.length,
    once: 0,
  },
  complaint: {
    send: async ({ visitor, unique }) => ({
      who: visitor,
      input: {
        kind: "illegal_content",
        text: `There is something that should not be there: ${unique}`,
        good_faith: true,
        complaint_key: `complaint-${unique}`,
      },
    }),
    effect: ({ unique }) => count("SELECT count(*) n FROM complaints WHERE text LIKE ?", `%${unique}`),
    once: 1,
  },
};

/** Writes that cannot be made on this domain or from here, with why; what they do twice is tested beside their rules. */
const ELSEWHERE: Record<string, string> = {
  subscribePush: "the domain has no key for pushes",
  autoLike: "says of each like once that it is there",
  createInvite: "everybody may sign up here",
  revokeInvite: "everybody may sign up here",
  unsubscribe: "its token is in the head of a mail that waits for ten minutes offline",
  requestExport: "at most one at a time, by its rules",
  addPasskey: "takes an authenticator",
  renamePasskey: "takes an authenticator",
  removePasskey: "takes an authenticator",
  newPasskey: "gives a challenge, and another one the next time",
  passkeyChallenge: "gives a challenge, and another one the next time",
  passkeyLogin: "takes an authenticator",
};

let number = 0;

describe.each(SIDES)("sent twice at once and once more, each has one effect: %s", (side: Side) => {
  it("has a line for every call that writes", () => {
    const writes = (Object.entries(CALLS) as [CallName, Call][]).filter(([, call]) => call.method !== "GET" || call.changesState);
    const names = new Set(Object.keys(TABLE).map((name) => name.split(" ")[0]));
    expect(writes.map(([name]) => name).filter((name) => !names.has(name) && !(name in ELSEWHERE))).toEqual([]);
  });

  it.each(Object.entries(TABLE))("%s", async (name, { send, headers, answers = [200, 201], effect, once }) => {
    const unique = `${letters(Date.now())}${letters(number++)}${side[0]}`;
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const scene = { anna, ben, fresh: await new Person(side).signUp(), visitor: new Person(side), unique };
    const { who, input } = await send(scene);
    const extra = headers?.(scene);
    const call = name.split(" ")[0] as CallName;
    // Two presses of one button: both requests leave with the cookies of before.
    const both = await Promise.all([who.send(call, input, extra), who.send(call, input, extra)]);
    const third = await who.send(call, input, extra);
    const found = [...both, third].map((answer) =>
      answer.status < 300 ? answer.status : `${answer.status} ${who.refusal(answer).code}`,
    );
    for (const answer of found)
      expect(
        answers.map(String).some((one) => String(answer).endsWith(one)),
        `${name}: ${found.join(", ")}`,
      ).toBe(true);
    expect(await effect(scene, who), `${name}: ${found.join(", ")}`).toEqual(once);
  });
});
