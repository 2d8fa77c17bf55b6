import { env } from "cloudflare:workers";
import { RECOVERY_LENGTH, recoveryHash } from "#worker/backoffice/staff/codes.ts";
import { newId } from "#worker/platform/ids.ts";
import { createPlatform } from "#worker/server/wiring/platform.ts";

export const STAFF_PASSWORD = "a kettle on the roof";

const { passwords, keyedHash } = createPlatform(env);
/** Made once: it is slow by design. */
const hash = passwords.hash(STAFF_PASSWORD);

/** Gives a staff account the password above. */
export async function addPassword(id: string): Promise<void> {
  await env.DB.prepare("UPDATE staff_members SET password_hash = ? WHERE id = ?")
    .bind(await hash, id)
    .run();
}

/** Password and a new recovery code: both factors, good once. */
export async function bothFactors(id: string): Promise<{ password: string; code: string }> {
  const code = newId().slice(0, RECOVERY_LENGTH);
  await env.DB.prepare("INSERT INTO staff_recovery_codes (staff_id, hash) VALUES (?, ?)")
    .bind(id, await recoveryHash(keyedHash, id, code))
    .run();
  return { password: STAFF_PASSWORD, code };
}
