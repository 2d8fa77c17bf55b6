import { env } from "cloudflare:workers";
import { logIn } from "#tests/setup/add-member.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId } from "#worker/platform/ids.ts";

/** A device of a new session that ends at `until` (ms); returns the hash of the session. */
export async function subscribePush(
  who: string,
  until: number,
  endpoint = `https://fcm.googleapis.com/${newId()}`,
): Promise<string> {
  const hash = await sha256(await logIn(who, until));
  await env.DB.prepare(
    "INSERT INTO push_subscriptions (endpoint, account_id, session_hash, domain_id, public_key, p256dh, auth, created_at) VALUES (?, ?, ?, 'liaison', 'k', 'p', 'a', 0)",
  )
    .bind(endpoint, who, hash)
    .run();
  return hash;
}
