import { beforeEach, expect, test } from "vitest";
import { contextAs, outcomeOf, PASSWORD } from "#tests/setup/accounts.ts";
import { owner, ownSession, resetOwner, unusedAddress } from "#tests/setup/address-changes.ts";
import { servicesWithPushes } from "#tests/setup/queued-pushes.ts";

beforeEach(() => resetOwner());

test("a change of the address is told to the account's other devices when it is asked for", async () => {
  const { services, jobsFor } = servicesWithPushes();
  const context = await contextAs(ownSession);
  const ask = (password: string) => services.recovery.requestMailChange(context, { email: unusedAddress(), password });
  await outcomeOf(ask("wrong"));
  expect(jobsFor(owner.id)).toEqual([]);
  await ask(PASSWORD);
  const { tokenHash } = context.viewer;
  expect(jobsFor(owner.id)).toMatchObject([{ kind: "security", subject: "email", without: tokenHash }]);
});
