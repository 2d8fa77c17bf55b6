import { edge } from "#worker/server/edge/edge.ts";
import { fictionalName, hasDesk } from "#worker/sites/domains/fictional.vocabulary.ts";

export function fictionalWord(): string {
  const { t, settings } = edge();
  return fictionalName(settings, t);
}

/** Null where the site leaves the explanation to the label. Consent before a payment does not depend on it. */
export function fictionalNote({ fictional }: { fictional: boolean }): string | null {
  const { t, settings } = edge();
  if (!fictional || !settings.fictional_warning) return null;
  const what = t("members.profile.fictional");
  return hasDesk(settings) ? `${what} ${t("members.profile.desk")}` : what;
}
