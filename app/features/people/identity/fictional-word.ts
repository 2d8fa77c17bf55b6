import { edge } from "#worker/server/edge/edge.ts";
import { fictionalName } from "#worker/sites/domains/fictional.vocabulary.ts";

export function fictionalWord(): string {
  const { t, settings } = edge();
  return fictionalName(settings, t);
}

/** Null where the site leaves the explanation to the label. Consent before a payment does not depend on it. */
export function fictionalNote({ fictional }: { fictional: boolean }): string | null {
  const { t, settings } = edge();
  return fictional && settings.fictional_warning ? t("members.profile.fictional") : null;
}
