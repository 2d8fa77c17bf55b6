import { expect } from "vitest";
import { PUSH_KEY } from "#tests/setup/push-key.ts";
import { PASSWORD, signupForm } from "#tests/setup/signup-form.ts";
import { newLoginLink } from "#worker/people/links/login-link.ts";
import { count, type Lines, openLinks, type Scene } from "./double.ts";
import { Person } from "./person.ts";

const NEW = "seven quiet lakes";
const signupOf = ({ unique }: Scene) => signupForm({ email: `d${unique}@example.org`, name: `D${unique}`.slice(0, 20) });

const accountAndMail = ({ unique }: Scene) =>
  count(
    "SELECT (SELECT count(*) FROM accounts WHERE email = ?1) || (SELECT count(*) FROM outbox WHERE recipient = ?1) n",
    `d${unique}@example.org`,
  );

/** As in a mail; such mails wait until a member is away. */
async function addLoginLink({ id, email }: Person): Promise<string> {
  const passwordHash = String(await count("SELECT password_hash n FROM accounts WHERE id = ?", id));
  const { link, token } = await newLoginLink({ id, email, passwordHash }, "/chats", Date.now());
  await count(
    "INSERT INTO tokens (hash, kind, account_id, code_hash, data, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING 1 n",
    ...[token.hash, token.kind, id, token.codeHash, token.data, token.createdAt, token.expiresAt],
  );
  return link;
}

const changeMail = (who: Person, unique: string) =>
  who.call("requestMailChange", { email: `new${unique}@example.org`, password: PASSWORD });

/** Calls about one's own account. */
export const ACCOUNTS: Lines = {
  login: {
    send: async ({ visitor, anna }) => ({ who: visitor, input: { email: anna.email, password: PASSWORD } }),
    effect: async (_, who) => (await who.call("user", {})).status,
    expected: "active",
  },
  logout: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    effect: async (_, who) => (await who.refused("user", {})).code,
    expected: "authentication_required",
  },
  updateUser: {
    send: async ({ anna }) => ({ who: anna, input: { language: "nl" } }),
    effect: async (_, who) => (await who.call("user", {})).language,
    expected: "nl",
  },
  signup: {
    send: async (scene) => ({ who: scene.visitor, input: { ...signupOf(scene), signup_key: `key-${scene.unique}` } }),
    effect: accountAndMail,
    expected: "11",
  },
  "signup without a key": {
    send: async (scene) => ({ who: scene.visitor, input: { ...signupOf(scene) } }),
    refusals: ["invalid"],
    effect: accountAndMail,
    expected: "11",
  },
  activate: {
    fresh: true,
    send: async ({ fresh }) => ({ who: fresh, input: { token: await fresh.mailed(/\/(a[\w-]{43})/) } }),
    effect: ({ fresh }) => count("SELECT count(*) || ':' || sum(amount) n FROM ledger WHERE account_id = ?", fresh.id),
    expected: "1:10",
  },
  "activate by code": {
    fresh: true,
    send: async ({ fresh }) => ({ who: fresh, input: { code: await fresh.mailed(/\b(\d{6})\b/) } }),
    effect: ({ fresh }) => count("SELECT count(*) || ':' || sum(amount) n FROM ledger WHERE account_id = ?", fresh.id),
    expected: "1:10",
  },
  activation: {
    fresh: true,
    send: async ({ fresh }) => ({ who: fresh, input: {} }),
    effect: openLinks("activation", ({ fresh }) => fresh),
    expected: 1,
  },
  chooseName: {
    send: async ({ anna }) => {
      await count("UPDATE accounts SET wanted_name = 'Anna' WHERE id = ? RETURNING 1 n", anna.id);
      return { who: anna, input: { name: anna.name.toUpperCase() } };
    },
    effect: async ({ anna }, who) => (await who.call("user", {})).profile.name === anna.name.toUpperCase(),
    expected: true,
  },
  requestReset: {
    send: async ({ visitor, anna }) => ({ who: visitor, input: { email: anna.email } }),
    effect: openLinks("reset", ({ anna }) => anna),
    expected: 1,
  },
  resetPassword: {
    send: async ({ anna, visitor }) => {
      await visitor.call("requestReset", { email: anna.email });
      const token = await anna.mailed(/reset-password\/do\?token=(\S+)/);
      return { who: visitor, input: { token, password: NEW, password_repeat: NEW } };
    },
    // The link works once; the slower request is refused and logs in with the new password.
    refusals: ["link_expired"],
    effect: async (scene, who) => {
      await who.call("login", { email: scene.anna.email, password: NEW });
      return (await who.call("user", {})).status;
    },
    expected: "active",
  },
  changePassword: {
    send: async ({ anna }) => ({ who: anna, input: { old_password: PASSWORD, password: NEW, password_repeat: NEW } }),
    // The session is renewed, so a second request with the old cookie is logged out.
    refusals: ["authentication_required", "conflict"],
    effect: async (_, who) => (await who.call("user", {})).status,
    expected: "active",
  },
  requestMailChange: {
    send: async ({ anna, unique }) => ({ who: anna, input: { email: `new${unique}@example.org`, password: PASSWORD } }),
    effect: openLinks("mail_change", ({ anna }) => anna),
    expected: 1,
  },
  confirmMailChange: {
    send: async ({ anna, unique }) => {
      await changeMail(anna, unique);
      const there = new Person(anna.side);
      there.email = `new${unique}@example.org`;
      return { who: anna, input: { token: await there.mailed(/mail-change\/do\?token=(\S+)/) } };
    },
    refusals: ["link_expired"],
    effect: async ({ unique }, who) => (await who.call("user", {})).email === `new${unique}@example.org`,
    expected: true,
  },
  undoMailChange: {
    send: async ({ anna, unique }) => {
      await changeMail(anna, unique);
      return { who: anna, input: { token: await anna.mailed(/\/(v[\w-]{43})/) } };
    },
    refusals: ["link_expired"],
    effect: ({ anna }) => count("SELECT email n FROM accounts WHERE id = ?", anna.id).then((email) => email === anna.email),
    expected: true,
  },
  repeatMailChange: {
    send: ({ anna, unique }) => changeMail(anna, unique).then(() => ({ who: anna, input: {} })),
    effect: openLinks("mail_change", ({ anna }) => anna),
    expected: 1,
  },
  cancelMailChange: {
    send: ({ anna, unique }) => changeMail(anna, unique).then(() => ({ who: anna, input: {} })),
    effect: async (_, who) => (await who.call("pendingMailChange", {})).email,
    expected: null,
  },
  correctAddress: {
    fresh: true,
    send: async ({ fresh, unique }) => ({ who: fresh, input: { email: `right${unique}@example.org`, password: PASSWORD } }),
    // The slower of two requests finds a changed account and gets a conflict.
    refusals: ["conflict"],
    effect: openLinks("activation", ({ fresh }) => fresh),
    expected: 1,
  },
  removeAddress: {
    fresh: true,
    send: async ({ fresh, visitor }) => ({ who: visitor, input: { token: await fresh.mailed(/\/(a[\w-]{43})/) } }),
    refusals: ["link_expired"],
    effect: ({ fresh }) => count("SELECT count(*) n FROM accounts WHERE email = ?", fresh.email),
    expected: 0,
  },
  saveSignupDraft: {
    send: async ({ visitor }) => ({ who: visitor, input: { step: "gender", values: { name: "Typed" } } }),
    effect: async (_, who) => (await who.call("signupDraft", {}))?.values.name,
    expected: "Typed",
  },
  dropSignupDraft: {
    send: async ({ visitor }) => {
      await visitor.call("saveSignupDraft", { step: "gender", values: { name: "Typed" } });
      return { who: visitor, input: {} };
    },
    effect: async (_, who) => (await who.send("signupDraft", {})).status,
    expected: 204,
  },
  acceptConsents: {
    send: async ({ anna }) => ({ who: anna, input: { terms: true, sensitive_data: true } }),
    effect: async (_, who) => (await who.call("consents", {})).consents.filter(({ due }) => due).length,
    expected: 0,
  },
  keepIntent: {
    fresh: true,
    send: async ({ fresh, ben }) => ({ who: fresh, input: { profile: ben.id, intent: "like" } }),
    effect: async (_, who) => (await who.call("intent", {}))?.intent,
    expected: "like",
  },
  resumeMails: {
    send: async ({ anna }) => {
      await count("UPDATE accounts SET notifications_disabled = '[\"fbl\"]' WHERE id = ?", anna.id);
      return { who: anna, input: { reason: "fbl" } };
    },
    effect: ({ anna }) => count("SELECT notifications_disabled n FROM accounts WHERE id = ?", anna.id),
    expected: "[]",
  },
  offerToStay: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    effect: ({ anna }) => count("SELECT count(*) n FROM discount_codes WHERE account_id = ?", anna.id),
    expected: 1,
  },
  pausePurchases: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    // Keyed hashes name no account: two pauses of one would share a print.
    effect: () =>
      count("SELECT min(count(*), 1) || '-' || (count(*) - count(DISTINCT print)) n FROM exclusions WHERE scope = 'purchases'"),
    expected: "1-0",
  },
  exclude: {
    send: async ({ anna }) => ({ who: anna, input: { months: "1", password: PASSWORD } }),
    // The sessions end with it, so a later request is logged out.
    refusals: ["authentication_required"],
    effect: ({ anna }) =>
      count(
        `SELECT (SELECT paused FROM preferences WHERE account_id = ?1) || '-' ||
          (SELECT count(*) FROM sessions WHERE account_id = ?1 AND revoked_at IS NULL) n`,
        anna.id,
      ),
    expected: "1-0",
  },
  deleteAccount: {
    send: async ({ anna }) => ({ who: anna, input: { password: PASSWORD, reason: "break" } }),
    // The session ends with the account, so a later request is logged out.
    refusals: ["authentication_required", "conflict"],
    effect: ({ anna }) =>
      count(
        "SELECT status || (SELECT count(*) FROM tokens WHERE account_id = ?1 AND kind = 'reactivation') n FROM accounts WHERE id = ?1",
        anna.id,
      ),
    expected: "deleted1",
  },
  reactivate: {
    send: async ({ anna, visitor }) => {
      await anna.call("deleteAccount", { password: PASSWORD, reason: "break" });
      return { who: visitor, input: { token: await anna.mailed(/\/(r[\w-]{43})/) } };
    },
    refusals: ["link_expired"],
    effect: ({ anna }) => count("SELECT status n FROM accounts WHERE id = ?", anna.id),
    expected: "active",
  },
  loginByLink: {
    send: async ({ anna, visitor }) => ({ who: visitor, input: { token: await addLoginLink(anna) } }),
    refusals: ["link_expired"],
    effect: async (_, who) => (await who.call("user", {})).status,
    expected: "active",
  },
  requestReactivation: {
    send: async ({ anna, visitor }) => {
      await anna.call("deleteAccount", { password: PASSWORD, reason: "break" });
      return { who: visitor, input: { email: anna.email } };
    },
    // The deletion's own link and one more, which is written after the response. Once Ben's later one is there, no third comes.
    effect: async (scene) => {
      await scene.ben.call("deleteAccount", { password: PASSWORD, reason: "break" });
      await scene.visitor.call("requestReactivation", { email: scene.ben.email });
      await expect.poll(() => openLinks("reactivation", ({ ben }) => ben)(scene)).toBe(2);
      return openLinks("reactivation", ({ anna }) => anna)(scene);
    },
    expected: 2,
  },
  updatePreferences: {
    send: async ({ anna }) => ({ who: anna, input: { privacy: { show_read: false }, limits: { day: 1000 } } }),
    effect: async (_, who) => (await who.call("preferences", {})).spending.limits.day,
    expected: 1000,
  },
  startPayment: {
    send: async ({ anna }) => ({ who: anna, input: { package: "c25", method: "card" } }),
    effect: async (_, who) => (await who.call("orders", {})).payments.length,
    expected: 1,
  },
  subscribePush: {
    send: async ({ anna }) => ({
      who: anna,
      input: {
        endpoint: `https://web.push.apple.com/${anna.email}`,
        keys: { p256dh: PUSH_KEY, auth: "a".repeat(22) },
      },
    }),
    effect: async (_, who) => (await who.call("pushDevices", {})).devices.length,
    expected: 1,
  },
  unsubscribePush: {
    send: async ({ anna }) => {
      const keys = { p256dh: PUSH_KEY, auth: "a".repeat(22) };
      await anna.call("subscribePush", { endpoint: `https://web.push.apple.com/${anna.email}`, keys });
      return { who: anna, input: {} };
    },
    effect: async (_, who) => (await who.call("pushDevices", {})).devices,
    expected: [],
  },
  endSessions: {
    send: async ({ anna }) => {
      const other = new Person(anna.side);
      other.email = anna.email;
      await other.logIn();
      return { who: anna, input: { all: true, keep_this: true } };
    },
    effect: async (_, who) => (await who.call("sessions", {})).sessions.length,
    expected: 1,
  },
};
