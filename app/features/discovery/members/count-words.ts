import { edge } from "#worker/server/edge/edge.ts";
import type { SearchState } from "./search.ts";

/** The count excludes fictional profiles: none of them is nearby. */
export function countWords({
  numResults,
  numReal,
  numResultsExact: exact,
  numResultsLeast: least,
}: Pick<SearchState["answer"], "numResults" | "numReal" | "numResultsExact" | "numResultsLeast">): string {
  const { t, settings } = edge();
  const { fictional_plural: fictional } = settings;
  if (numReal === 0 && numResults > 0) return fictional ?? t("members.onlyFictional");
  const members = memberWords(numReal, { exact, least });
  if (numResults <= numReal) return members;
  return fictional ? t("members.withFictionalNamed", { members, fictional }) : t("members.withFictional", { members });
}

export function memberWords(count: number, { exact, least }: { exact: boolean; least: boolean }): string {
  const { t } = edge();
  if (count > 1000) return t("members.countMore");
  if (least && count > 0) return t("members.countLeast", { count });
  return exact ? t("members.count", { count }) : t("members.countAbout", { count: roundedCount(count) });
}

/** Rounds an estimate to two digits; more digits would suggest an exact count. */
function roundedCount(count: number): number {
  return Number(count.toPrecision(2));
}
