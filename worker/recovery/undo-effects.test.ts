import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { contextAs, mailsTo, outcomeOf, PASSWORD, tokenIn } from "#tests/setup/accounts.ts";
import { begin, emailOf, here, moved, undo } from "#tests/setup/address-changes.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { asNewcomer, signUp } from "#tests/setup/signup.ts";
import { HOUR, MINUTE } from "#worker/lib/limits.ts";
import { servicesOf } from "#worker/wiring/index.ts";

// Links that the undo of an e-mail change takes from their readers stay as rows, for what they still have to say: nothing may
// take them for links that somebody could open.
const { accounts, leaving } = servicesOf(env);

beforeEach(() => begin());

test("the code of a mail to an address that its account has lost confirms no other", async () => {
  const { from, back } = await moved();
  const squatter = await signUp({}, { email: from });
  expect(await undo(back)).toBe("accepted");
  expect(await emailOf(squatter)).toBe(`${squatter.id}@unconfirmed.invalid`);
  expect(await outcomeOf(accounts.activate(await asNewcomer(squatter), { code: squatter.code }))).toBe("link_expired");
  expect((await asNewcomer(squatter)).viewer.account.status).toBe("not_confirmed");
});

test("a link that a thief has just asked for does not stand for the one that the owner gets", async () => {
  const { from, to, back } = await moved();
  await leaving.deleteAccount(await contextAs(here), { password: PASSWORD, reason: "privacy" });
  await leaving.requestReactivation(await contextOf({ now: NOON + HOUR }), { email: to });
  await expect.poll(() => mailsTo(to, "reactivation")).toHaveLength(2);
  const now = NOON + HOUR + MINUTE / 2;
  expect(await undo(back, { now })).toBe("accepted");
  await expect.poll(() => mailsTo(from, "reactivation")).toHaveLength(1);
  const token = tokenIn((await mailsTo(from, "reactivation"))[0]);
  expect(await outcomeOf(leaving.reactivate(await contextOf({ now }), { token }))).toBe("accepted");
});
