import { filterWords } from "#app/features/discovery/members/filters.tsx";
import type { RegionChoice } from "#app/features/discovery/members/places.ts";
import { hrefOf, narrowing } from "#app/features/discovery/members/search.ts";
import type { Filter } from "#worker/discovery/members/members.contract.ts";
import { ALL_COUNTRIES } from "#worker/discovery/members/search.vocabulary.ts";
import type { SavedSearch } from "#worker/discovery/searches/searches.contract.ts";
import { MOST_NEW } from "#worker/discovery/searches/searches.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Sorts by sign-up while the search has new members. */
export function savedHref({ filter, sort, new_members }: Pick<SavedSearch, "filter" | "sort" | "new_members">): string {
  const order = new_members > 0 ? "newest" : sort;
  return hrefOf({ ...filter, sort: order === "last_active" ? undefined : order });
}

export function newWords(count: number): string {
  const { t } = edge();
  return count < MOST_NEW ? t("searches.new", { count }) : t("searches.manyNew", { count: MOST_NEW - 1 });
}

export function wordsOf(filter: Filter, regions: readonly RegionChoice[]): string {
  const { min_age, max_age } = filter;
  const ages = min_age && max_age ? [`${min_age}–${max_age}`] : [];
  const rest = narrowing(filter).filter((field) => ages.length === 0 || (field !== "min_age" && field !== "max_age"));
  const place = filter.countryregion || filter.country === ALL_COUNTRIES ? [] : [filterWords("country", filter, regions)];
  return [
    filterWords("gender", filter, regions),
    ...ages,
    ...place,
    ...rest.map((field) => filterWords(field, filter, regions)),
  ].join(", ");
}
