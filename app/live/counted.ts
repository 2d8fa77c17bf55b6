import type { CallOutput } from "#worker/server/calls.ts";
import { call } from "./client.ts";

/** Null chats where a proof of age is missing: what shows others is refused until then. */
export async function readCounts(
  ask: typeof call = call,
): Promise<{ user: CallOutput<"user">; chats: CallOutput<"chats"> | null }> {
  const user = await ask("user", {});
  const { age_proof: gate } = user;
  if (gate && gate.from === null && gate.when !== "before_contact") return { user, chats: null };
  const [chats] = await Promise.all([ask("chats", {}), ask("likes", {})]);
  return { user, chats };
}
