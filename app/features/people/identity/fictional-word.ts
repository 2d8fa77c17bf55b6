import { edge } from "#worker/server/edge/edge.ts";

export function fictionalWord(): string {
  const { t, settings } = edge();
  return settings.fictional_singular ?? t("members.fictional");
}
