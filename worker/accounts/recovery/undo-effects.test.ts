import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { contextAs, mailsTo, outcomeOf, PASSWORD, tokenIn } from "#tests/setup/accounts.ts";
import { changeAddress, emailOf, ownSession, resetOwner, undo } from "#tests/setup/address-changes.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { contextOfNewcomer, signUp } from "#tests/setup/signup.ts";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

// Links that the undo of an e-mail change takes from their readers stay as rows, for what they still have to say: nothing may
// take them for links that somebody could open.
const { signup, leaving } = servicesOf(env);

beforeEach(() => resetOwner());

test("an activation code is invalid after its account lost the address", async () => {
  const { from, back } = await changeAddress();
  const squatter = await signUp({}, { email: from });
  expect(await undo(back)).toBe("accepted");
  expect(await emailOf(squatter)).toBe(`${squatter.id}@unconfirmed.invalid`);
  expect(await outcomeOf(signup.activate(await contextOfNewcomer(squatter), { code: squatter.code }))).toBe("link_expired");
  expect((await contextOfNewcomer(squatter)).viewer.account.status).toBe("not_confirmed");
});

test("a link requested by a thief does not suppress the owner's link", async () => {
  const { from, to, back } = await changeAddress();
  await leaving.deleteAccount(await contextAs(ownSession), { password: PASSWORD, reason: "privacy" });
  await leaving.requestReactivation(await contextOf({ now: NOON + HOUR }), { email: to });
  await expect.poll(() => mailsTo(to, "reactivation")).toHaveLength(2);
  const now = NOON + HOUR + MINUTE / 2;
  expect(await undo(back, { now })).toBe("accepted");
  await expect.poll(() => mailsTo(from, "reactivation")).toHaveLength(1);
  const token = tokenIn((await mailsTo(from, "reactivation"))[0]);
  expect(await outcomeOf(leaving.reactivate(await contextOf({ now }), { token }))).toBe("accepted");
});
