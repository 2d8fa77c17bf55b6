import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { newId } from "#worker/platform/ids.ts";
import { createMailStore } from "./mail.store.ts";

const store = createMailStore(connect(env.DB));

function trialTo(accountId: string, recipient: string) {
  const id = newId();
  return {
    ...{ id, accountId, domainId: "liaison", template: "trial", recipient, sender: "s", subject: "s", text: "t", html: "h" },
    ...{ status: "queued" as const, attempts: 0, nextAttemptAt: 0, createdAt: 0 },
  };
}
const disabled = (id: string) =>
  env.DB.prepare("SELECT notifications_disabled AS d FROM accounts WHERE id = ?").bind(id).first<string>("d");
const mailsTo = (id: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE account_id = ?").bind(id).first<number>("n");

test("the mail that tries an address goes to the account's own, and to no address that it had before", async () => {
  const member = await addMember();
  await runSql(`UPDATE accounts SET notifications_disabled = '["bounce","fbl"]' WHERE id = ?`, member);
  await store.takeBack(member, "bounce", trialTo(member, "earlier@example.org"));
  expect([await disabled(member), await mailsTo(member)]).toEqual(['["bounce","fbl"]', 0]);
  await store.takeBack(member, "bounce", trialTo(member, `${member}@example.org`));
  expect([await disabled(member), await mailsTo(member)]).toEqual(['["fbl"]', 1]);
  await store.takeBack(member, "fbl", null);
  expect([await disabled(member), await mailsTo(member)]).toEqual(["[]", 1]);
});
