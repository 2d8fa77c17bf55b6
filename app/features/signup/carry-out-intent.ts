import { edge } from "#worker/edge/edge.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import { AppError } from "#worker/lib/errors.ts";
import { intentOf, withoutIntent } from "./flow.ts";

/**
 * Does what somebody pressed before they had to log in, and says where to go on: the like is given, or kept for who has
 * not confirmed yet. A refusal stops nobody: the profile shows how things are.
 */
export async function carryOutIntent(user: User, path: string): Promise<string> {
  const wanted = intentOf(path);
  if (wanted?.intent !== "like") return path;
  const { backend } = edge();
  try {
    if (user.status === "active") {
      await backend.like({ profile: wanted.profile });
      return withoutIntent(path);
    }
    await backend.keepIntention({ profile: wanted.profile, intent: "like" });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return path;
}
