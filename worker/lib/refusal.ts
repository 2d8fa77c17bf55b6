import type { Translate } from "#locales/index.ts";
import type { AppError } from "./errors.ts";

/** Why something was refused, for whoever asked; where that passes by itself, when. On a page and in the API alike. */
export function refusalWords(
  { code, params, retryAfter }: Pick<AppError, "code" | "params" | "retryAfter">,
  t: Translate,
): string {
  if (code !== "too_many_requests" || !retryAfter) return t(`errors.${code}`, params);
  const minutes = Math.ceil(retryAfter / 60);
  const when = new Intl.RelativeTimeFormat(t.language);
  // Never too early: it is rounded up.
  return t("error.wait", { when: minutes <= 90 ? when.format(minutes, "minute") : when.format(Math.ceil(minutes / 60), "hour") });
}
