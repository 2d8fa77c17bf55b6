import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addAccount, contextAs, openSession } from "#tests/setup/accounts.ts";
import { NOON } from "#tests/setup/context.ts";
import { createExclusionsStore } from "#worker/accounts/exclusions/exclusions.store.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { createDirectDebit } from "./directdebit.ts";

const START = {
  step: "start",
  package: "c60",
  holder: "Anna Berg",
  iban: "NL91ABNA0417164300",
  mobile: "+31612345678",
  street: "Herengracht 1",
  postcode: "1015 BA",
  city: "Amsterdam",
  country: "NL",
} as const;

test("an excluded member's bank account pays for no other account of the pool until the exclusion ends", async () => {
  const keyedHash = (text: string) => hmac("test only", text);
  const exclusions = createExclusionsStore(connect(env.DB));
  const room = createDirectDebit({
    sms: {},
    keyedHash,
    offerOf: () => ({ id: "c60", credits: 60, amount: 2499 }),
    ibanExcludedUntil: (pool: string, hash: string, now: number) => exclusions.until(pool, [hash], "purchases", now),
    store: {
      standing: () => {
        throw new Error("asked further");
      },
    },
    admitOrder: async () => {},
  } as unknown as Parameters<typeof createDirectDebit>[0]);
  const session = await openSession(await addAccount());
  const at = async (now: number) => room.directdebit(await contextAs(session, { now, country: "NL" }), START);
  const hash = await keyedHash("iban\nliaison\nNL91ABNA0417164300");
  await env.DB.prepare(
    "INSERT INTO exclusions (id, pool, kind, print, scope, until, created_at) VALUES ('iban', 'liaison', 'payment', ?, 'access', ?, 0)",
  )
    .bind(hash, NOON + 1)
    .run();
  await expect(at(NOON)).rejects.toMatchObject({ code: "excluded" });
  await expect(at(NOON + 1)).rejects.toThrow("asked further");
});

test("the bank account of a banned member is noted with the account that tries it, that of a break is not", async () => {
  const tried: string[] = [];
  let until = NOON + 1;
  const room = createDirectDebit({
    sms: {},
    keyedHash: async (text: string) => text,
    offerOf: () => ({ id: "c60", credits: 60, amount: 2499 }),
    ibanExcludedUntil: async () => until,
    admitOrder: async () => {},
    noteBannedPrint: async (memberId: string) => void tried.push(memberId),
  } as unknown as Parameters<typeof createDirectDebit>[0]);
  const account = await addAccount();
  const session = await openSession(account);
  const start = async () => room.directdebit(await contextAs(session, { now: NOON, country: "NL" }), START);
  await expect(start()).rejects.toMatchObject({ code: "excluded" });
  expect(tried).toEqual([]);
  until = BANNED_UNTIL;
  await expect(start()).rejects.toThrow();
  expect(tried).toEqual([account.id]);
});
