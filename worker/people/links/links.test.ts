import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Account,
  addAccount,
  addLoginLink,
  contextAs,
  mailsTo,
  NEW_PASSWORD,
  openSession,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { recovery, signup, leaving, loginLinks } = servicesOf(env);

interface Kind {
  letter: string;
  /** How long it is good for, in ms. */
  lasts: number;
  /** What it is answered once it was used: nothing happens then in any case. */
  again: "link_expired" | "accepted";
  /** Sends a fresh link to an owner and reads it in their mail. */
  make(owner: Account): Promise<string>;
  open(token: string, circumstances?: Circumstances): Promise<string>;
  /** What its page finds out before anything is pressed. */
  look(ctx: Context, token: string): Promise<{ state: string }>;
}

const change = async (owner: Account) => {
  const to = `to.${owner.email}`;
  await recovery.requestMailChange(await contextAs(await openSession(owner)), { email: to, password: PASSWORD });
  return to;
};
const newest = async (email: string, template: string) => tokenIn((await mailsTo(email, template))[0]);

/** Every kind of one-time link that concerns getting in, and what opens it. */
const KINDS: Record<string, Kind> = {
  activation: {
    letter: "a",
    again: "accepted",
    lasts: 48 * HOUR,
    async make(owner) {
      await env.DB.prepare("UPDATE accounts SET status = 'not_confirmed' WHERE id = ?").bind(owner.id).run();
      await signup.activation(await contextAs(await openSession(owner)));
      return newest(owner.email, "activation");
    },
    open: async (token, circumstances) => outcomeOf(signup.activate(await contextOf(circumstances), { token })),
    look: (ctx, token) => signup.activationLink(ctx, { token }),
  },
  reset: {
    letter: "r",
    again: "link_expired",
    lasts: 60 * MINUTE,
    async make(owner) {
      await recovery.requestReset(await contextOf(), { email: owner.email });
      return newest(owner.email, "password_reset");
    },
    open: async (token, circumstances) => {
      const form = { token, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
      return outcomeOf(recovery.resetPassword(await contextOf(circumstances), form));
    },
    look: (ctx, token) => recovery.resetLink(ctx, { token }),
  },
  mail_change: {
    letter: "m",
    again: "link_expired",
    lasts: 24 * HOUR,
    make: async (owner) => newest(await change(owner), "mail_change"),
    open: async (token, circumstances) => outcomeOf(recovery.confirmMailChange(await contextOf(circumstances), { token })),
    look: (ctx, token) => recovery.mailChangeLink(ctx, { token }),
  },
  mail_undo: {
    letter: "v",
    again: "link_expired",
    lasts: 8 * DAY,
    async make(owner) {
      await change(owner);
      return newest(owner.email, "mail_change_notice");
    },
    open: async (token, circumstances) => outcomeOf(recovery.undoMailChange(await contextOf(circumstances), { token })),
    look: (ctx, token) => recovery.mailChangeLink(ctx, { token }),
  },
  reactivation: {
    letter: "r",
    again: "link_expired",
    lasts: 14 * DAY,
    async make(owner) {
      await leaving.deleteAccount(await contextAs(await openSession(owner)), { password: PASSWORD, reason: "privacy" });
      return newest(owner.email, "reactivation");
    },
    open: async (token, circumstances) => outcomeOf(leaving.reactivate(await contextOf(circumstances), { token })),
    look: (ctx, token) => leaving.reactivationLink(ctx, { token }),
  },
  login: {
    letter: "l",
    again: "link_expired",
    lasts: 3 * DAY,
    make: ({ id }) => addLoginLink(id),
    open: async (token, circumstances) => outcomeOf(loginLinks.loginByLink(await contextOf(circumstances), { token })),
    look: (ctx, token) => loginLinks.loginLink(ctx, { token }),
  },
};
const NAMES = Object.keys(KINDS);
const kind = (name: string) => KINDS[name] as Kind;
const link = async (name: string) => kind(name).make(await addAccount());
const counts = { swapped: 0, relabelled: 0, mangled: 0, elsewhere: 0, guessed: 0 };

/** Everything that could change by a link that opens what it must not. */
async function state(): Promise<string> {
  const tables = [
    "SELECT id, email, password_hash, status FROM accounts ORDER BY id",
    "SELECT token_hash, revoked_at FROM sessions ORDER BY 1",
  ];
  const rows = await Promise.all(tables.map(async (query) => (await env.DB.prepare(query).all()).results));
  return sha256(JSON.stringify(rows));
}

describe.each(NAMES)("a link of the kind %s", (name) => {
  let token: string;
  let before: string;
  beforeAll(async () => {
    token = await link(name);
    before = await state();
  });

  test("opens nothing of another kind, under its own letter or another's", async () => {
    expect(token[0]).toBe(kind(name).letter);
    for (const other of NAMES) {
      const relabelled = kind(other).letter + token.slice(1);
      if (other === name) continue;
      expect(await kind(other).open(token), other).toBe("link_expired");
      counts.swapped++;
      if (relabelled === token) continue;
      expect(await kind(other).open(relabelled), other).toBe("link_expired");
      // The kind that it is of, asked under a letter that it has not.
      expect(await kind(name).open(relabelled), other).toBe("link_expired");
      counts.relabelled += 2;
    }
    expect(await state()).toBe(before);
  });

  test("opens nothing once a character of it is another, is missing or is too many", async () => {
    for (let i = 0; i < token.length; i++) {
      const others = [token[i] === "A" ? "B" : "A", "", `${token[i]}x`];
      for (const other of others) {
        expect(await kind(name).open(token.slice(0, i) + other + token.slice(i + 1))).toBe("link_expired");
        counts.mangled++;
      }
    }
    for (const other of [
      token.toUpperCase(),
      token.toLowerCase(),
      ` ${token}`,
      `${token}\n`,
      `${token}\u0000`,
      await sha256(token),
    ]) {
      expect(await kind(name).open(other)).toBe("link_expired");
      counts.mangled++;
    }
    expect(await state()).toBe(before);
  });

  test("is not guessed", async () => {
    const { letter, open } = kind(name);
    const guesses = Array.from({ length: 50 }, () => open(`${letter}${newSecret(32)}`));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(["link_expired"]));
    counts.guessed += guesses.length;
    expect(await state()).toBe(before);
  });

  test("opens nothing for the members of another pool", async () => {
    for (const host of ["curves.localhost", "velvet.localhost"]) {
      expect(await kind(name).open(token, { host })).toBe("link_expired");
      counts.elsewhere++;
    }
    expect(await state()).toBe(before);
  });

  test("opens on another domain of its pool, once", async () => {
    expect(await kind(name).open(token, { host: "dichtbij.localhost" })).toBe("accepted");
    const used = await state();
    for (const host of ["dichtbij.localhost", "localhost"]) expect(await kind(name).open(token, { host })).toBe(kind(name).again);
    expect(await state()).toBe(used);
  });

  test("ends to the millisecond, and a clock that goes back opens it for nobody else", async () => {
    const { lasts, open, again } = kind(name);
    const late = await link(name);
    expect(await open(late, { now: NOON + lasts })).toBe("link_expired");
    expect(await open(late, { now: NOON + 400 * DAY })).toBe("link_expired");
    expect(await open(late, { now: NOON + lasts - 1 })).toBe("accepted");
    const early = await link(name);
    expect(await open(early, { now: NOON - DAY })).toBe("accepted");
    const used = await state();
    expect(await open(early, { now: NOON - 2 * DAY })).toBe(again);
    expect(await state()).toBe(used);
  });

  test("is shown as good as long as it opens something; looking at it any number of times changes nothing", async () => {
    const { lasts, look, make, open } = kind(name);
    const shown = async (token: string, circumstances?: Circumstances) =>
      (await look(await contextOf(circumstances), token)).state;
    const good = await make(await addAccount());
    const fresh = await state();
    for (let i = 0; i < 3; i++) expect(await shown(good)).toBe("open");
    expect(await shown(good, { now: NOON + lasts - 1 })).toBe("open");
    expect(await shown(good, { now: NOON + lasts })).toBe("expired");
    expect(await shown(good, { host: "velvet.localhost" })).toBe("expired");
    for (const other of [good.slice(0, -1), `${good}x`, kind(name).letter + newSecret(32), await sha256(good), ""])
      expect(await shown(other)).toBe("expired");
    for (const other of NAMES) {
      // The confirmation and the undo of one change are looked at by one call, which tells them apart by themselves.
      if (other === name || (name.startsWith("mail_") && other.startsWith("mail_"))) continue;
      expect((await kind(other).look(await contextOf(), good)).state, other).toBe("expired");
    }
    expect(await state()).toBe(fresh);
    expect(await open(good)).toBe("accepted");
    expect(await shown(good)).not.toBe("open");
  });

  test("concerns its own account and no other", async () => {
    const [mine, theirs] = [await addAccount(), await addAccount()];
    await kind(name).make(theirs);
    const hers = await env.DB.prepare("SELECT * FROM accounts WHERE id = ?").bind(theirs.id).first();
    expect(await kind(name).open(await kind(name).make(mine))).toBe("accepted");
    expect(await env.DB.prepare("SELECT * FROM accounts WHERE id = ?").bind(theirs.id).first()).toEqual(hers);
  });
});

test("so many were tried", () => {
  expect(counts).toEqual({ swapped: 30, relabelled: 56, mangled: 828, elsewhere: 12, guessed: 300 });
});

test("a reset link opens no reactivation and the reverse, though both share a letter and the account's state would let it", async () => {
  const stand = (id: string, status: string, deletedAt: number | null) =>
    env.DB.prepare("UPDATE accounts SET status = ?, deleted_at = ? WHERE id = ?").bind(status, deletedAt, id).run();
  const [owner, deleted] = [await addAccount(), await addAccount()];
  const [reset, reactivation] = [await kind("reset").make(owner), await kind("reactivation").make(deleted)];
  await stand(owner.id, "deleted", NOON);
  await stand(deleted.id, "active", null);
  expect(await kind("reactivation").open(reset)).toBe("link_expired");
  expect(await kind("reset").open(reactivation)).toBe("link_expired");
});
