import { env } from "cloudflare:workers";
import { type LegacyHash, readLegacyHash, writeWrapped } from "#worker/platform/legacy-hash.ts";
import { hashPassword, passwordCost } from "#worker/platform/password.ts";
import { addMember } from "./add-member.ts";
import { NOON } from "./context.ts";

/** `abc` by bcrypt of cost 6. */
const QUICK_BCRYPT = "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i";

/** A member as the import leaves one: not arrived, with a hash of another system. */
export async function addImported(
  hash: LegacyHash | null = QUICK_BCRYPT,
  options: Parameters<typeof addMember>[0] = {},
): Promise<string> {
  const id = await addMember({ credits: 0, ...options });
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE accounts SET password_hash = ?2, terms_version = '', terms_accepted_at = 0, sensitive_version = '',
        sensitive_accepted_at = 0, activated_at = created_at WHERE id = ?1`,
    ).bind(id, hash === null ? "" : await wrapped(hash)),
    env.DB.prepare("UPDATE profiles SET status = 'disabled', name_key = lower(name) WHERE id = ?").bind(id),
    env.DB.prepare(
      `INSERT INTO imported (account_id, pool, domain_id, source, old_id, imported_at, hash_until)
       SELECT id, pool, domain_id, 'old', id, ?2, iif(?3, ?2 + 31536000000, NULL) FROM accounts WHERE id = ?1`,
    ).bind(id, NOON, Number(hash !== null)),
  ]);
  return id;
}

async function wrapped(hash: LegacyHash): Promise<string> {
  const read = readLegacyHash(hash);
  if ("problem" in read) throw new Error(read.problem);
  const ours = await hashPassword(env.PASSWORD_PEPPER, read.digest, passwordCost(env.PASSWORD_COST));
  return writeWrapped({ legacy: read.settings, hash: ours });
}
