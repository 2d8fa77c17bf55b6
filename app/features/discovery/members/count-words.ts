import { edge } from "#worker/server/edge/edge.ts";
import type { SearchState } from "./search.ts";

/** The count excludes fictional profiles: none of them is nearby. */
export function countWords({
  numResults,
  numReal,
  numResultsExact,
}: Pick<SearchState["answer"], "numResults" | "numReal" | "numResultsExact">): string {
  const { t, settings } = edge();
  const { fictional_plural: fictional } = settings;
  if (numReal === 0 && numResults > 0) return fictional ?? t("members.onlyFictional");
  const members = memberWords(numReal, numResultsExact);
  if (numResults <= numReal) return members;
  return fictional ? t("members.withFictionalNamed", { members, fictional }) : t("members.withFictional", { members });
}

export function memberWords(count: number, exact: boolean): string {
  const { t } = edge();
  if (count > 1000) return t("members.countMore");
  return exact ? t("members.count", { count }) : t("members.countAbout", { count: roundedCount(count) });
}

/** Rounds an estimate to two digits; more digits would suggest an exact count. */
function roundedCount(count: number): number {
  return Number(count.toPrecision(2));
}
