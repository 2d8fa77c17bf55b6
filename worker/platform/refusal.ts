import type { Translate } from "#locales/index.ts";
import type { AppError } from "./errors.ts";

export function refusalWords(
  { code, params, retryAfter }: Pick<AppError, "code" | "params" | "retryAfter">,
  t: Translate,
): string {
  // Without a receiver's name the credits lack for something other than a message.
  if (code === "not_enough_credits" && params.name === undefined) return t("error.credits");
  // Without a reason the caller has not proved to own the account.
  if (code === "banned" && params.reason !== undefined) return t("error.closed", params);
  // Without a time the conversations of another account in the browser count.
  if (code === "too_many_conversations" && params.date === undefined) return t("error.conversations");
  if (code !== "too_many_requests" || !retryAfter) return t(`errors.${code}`, params);
  const minutes = Math.ceil(retryAfter / 60);
  const when = new Intl.RelativeTimeFormat(t.language);
  // Rounds up, so that the wait is never too short.
  return t("error.wait", { when: minutes <= 90 ? when.format(minutes, "minute") : when.format(Math.ceil(minutes / 60), "hour") });
}
