import { intentOf, withoutIntent } from "#app/features/people/identity/flow.ts";
import type { User } from "#worker/accounts/user/user.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Likes after the log-in, or keeps the like until the confirmation. Ignores a refusal: the profile shows it. */
export async function applyIntent(user: User, path: string): Promise<string> {
  const found = intentOf(path);
  if (found?.intent !== "like") return path;
  const { backend } = edge();
  try {
    if (user.status === "active") {
      await backend.like({ profile: found.profile });
      return withoutIntent(path);
    }
    await backend.keepIntent({ profile: found.profile, intent: "like" });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return path;
}
