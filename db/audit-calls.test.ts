import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { audit } from "./audit.ts";

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

beforeAll(async () => {
  const [anna, bea] = [await addMember({ credits: 10 }), await addMember()];
  await run(
    `INSERT INTO calls (id, conversation_id, caller_id, callee_id, domain_id, client_id, kind, price_per, price, paid, asked_at, alive_at,
      answered_at, ended_at, ending) VALUES ('talked', 'chat', ?, ?, 'localhost', 'client', 'voice', 'minute', 1, 2, 1, 1, 1, 1, 'hung_up')`,
    ...[anna, bea],
  );
  for (const minute of [1, 2])
    await run(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -1, 'call', 'talked', ?, 1)",
      ...[anna, `call:talked:${minute}`],
    );
});

// Each damage is done with the triggers gone that forbid it.
test.each([
  {
    bad: "UPDATE calls SET paid = paid + 1 WHERE id = 'talked'",
    mend: "UPDATE calls SET paid = paid - 1 WHERE id = 'talked'",
    check: "the paid minutes of a call are its entries",
  },
  {
    bad: "UPDATE ledger SET idempotency_key = idempotency_key || '0' WHERE kind = 'call' AND idempotency_key LIKE '%2'",
    mend: "UPDATE ledger SET idempotency_key = rtrim(idempotency_key, '0') WHERE kind = 'call'",
    check: "a minute of a call is paid once, by one member",
  },
])("$check", async ({ bad, mend, check }) => {
  for (const name of ["calls_over", "calls_paid", "ledger_no_update"]) await run(`DROP TRIGGER IF EXISTS ${name}`);
  expect((await audit(env.DB)).findings).toEqual([]);
  await run(bad);
  expect((await audit(env.DB)).findings.find((one) => one.check === check)?.what).toBe("call talked");
  await run(mend);
  expect((await audit(env.DB)).findings, "the damage is mended").toEqual([]);
});
