import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAccount, mailsTo, openSession, outcomeOf, PASSWORD } from "#tests/setup/accounts.ts";
import { owner, request, resetOwner, unusedAddress } from "#tests/setup/address-changes.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { contextOfNewcomer, signUp } from "#tests/setup/signup.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

// Limits count a request by caller and by address. One that refuses must not let the others count:
// else a caller could use up the limit of another's address.
const { recovery, signup } = servicesOf(env);

test("a refused correction does not use up the address's mails", async () => {
  const anna = await signUp();
  const correct = async (email: string) =>
    outcomeOf(signup.correctAddress(await contextOfNewcomer(anna), { email, password: PASSWORD }));
  for (let i = 0; i < 3; i++) expect(await correct(unusedAddress())).toBe("accepted");
  const target = unusedAddress();
  for (let i = 0; i < 7; i++) expect(await correct(target)).toBe("too_many_requests");
  for (let i = 0; i < 4; i++) {
    const other = await signUp({}, { email: target });
    expect(
      await outcomeOf(signup.correctAddress(await contextOfNewcomer(other), { email: unusedAddress(), password: PASSWORD })),
    ).toBe("accepted");
  }
  expect(await mailsTo(target, "activation")).toHaveLength(4);
});

test("an activation mail refused for the address does not use up the member's", async () => {
  const target = unusedAddress();
  const earlier = { now: NOON + 30 * MINUTE - DAY };
  for (let i = 0; i < 8; i++) {
    const other = await signUp(earlier, { email: target });
    await signup.correctAddress(await contextOfNewcomer(other, earlier), { email: unusedAddress(), password: PASSWORD });
  }
  const anna = await signUp({}, { email: target });
  const again = async (minutes: number) =>
    outcomeOf(signup.activation(await contextOfNewcomer(anna, { now: NOON + minutes * MINUTE })));
  expect(await again(0)).toBe("accepted");
  for (const minute of [1, 2, 3]) expect(await again(minute)).toBe("too_many_requests");
  // The address has room again, and the member had one of three mails an hour.
  for (const minute of [30, 31]) expect(await again(minute)).toBe("accepted");
});

test("a change refused for the address does not use up the member's changes", async () => {
  await resetOwner();
  const target = unusedAddress();
  for (let i = 0; i < 3; i++) expect(await request(target, {}, PASSWORD, await openSession(await addAccount()))).toBe("accepted");
  for (let i = 0; i < 5; i++) expect(await request(target)).toBe("too_many_requests");
  expect(await request(unusedAddress())).toBe("accepted");
  expect(await mailsTo(owner.email, "mail_change_notice")).toHaveLength(1);
});

test("a reset mail refused for all strangers does not use up each one's own", async () => {
  const { email } = await addAccount();
  const reset = async (network: string, now = NOON) =>
    outcomeOf(recovery.requestReset(await contextOf({ network, now }), { email }));
  for (let i = 0; i < 10; i++) expect(await reset(`stranger ${i}`)).toBe("accepted");
  for (let i = 0; i < 4; i++) expect(await reset("late", NOON + HOUR)).toBe("too_many_resets");
  for (let i = 0; i < 3; i++) expect(await reset("late", NOON + DAY)).toBe("accepted");
});
