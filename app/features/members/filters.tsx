import { PROFILE_FIELDS, type ProfileField } from "#worker/domains/settings.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";
import type { Filter } from "#worker/members/members.contract.ts";
import { codeName, fieldName } from "./attributes.ts";
import { interestIcon } from "./interest.tsx";
import { countryName, type RegionChoice } from "./places.ts";
import { codesOf, GENDERS_SHOWN, narrowing, type SearchState, searchHref } from "./search.ts";
import { type ActiveFilter, ActiveFilters, SearchForm } from "./search-form.tsx";

const ALL_COUNTRIES = "all";

/** Search form with the current filters. GET, so that the URL holds the search. */
export function Filters({ search, regions }: { search: SearchState; regions: RegionChoice[] }) {
  const { t, settings, language } = edge();
  const { filter } = search.answer;
  const byName = new Intl.Collator(language);
  const countries = settings.countries.map((code) => ({ value: code, label: countryName(code) }));
  countries.sort((a, b) => byName.compare(a.label, b.label));
  const any = t("members.any");
  return (
    <SearchForm
      action="/members"
      activeCount={narrowing(filter).length}
      country={{
        name: "country",
        label: t("members.country"),
        value: filter.country,
        options: [...countries, { value: ALL_COUNTRIES, label: t("members.everywhere") }],
      }}
      extra={settings.search_fields.map((field) => ({
        name: field,
        label: fieldName(field),
        value: filter[field],
        options: codesOf(field, settings).map((code) => ({ value: code, label: codeName(field, code) })),
        placeholder: any,
      }))}
      gender={{
        name: "gender",
        label: t("members.gender"),
        value: filter.gender,
        options: GENDERS_SHOWN.map((code) => ({ value: code, label: t(code === "female" ? "members.women" : "members.men") })),
      }}
      keep={{
        sort: search.sort === "newest" ? search.sort : undefined,
        network: search.network ?? undefined,
        sig: search.sig ?? undefined,
      }}
      maxAge={{ name: "max_age", label: t("members.maxAge"), value: filter.max_age ?? 99, min: 18, max: 99 }}
      minAge={{ name: "min_age", label: t("members.minAge"), value: filter.min_age ?? 18, min: 18, max: 99 }}
      moreLabel={t("members.moreFilters")}
      region={
        regions.length > 0
          ? {
              name: "countryregion",
              label: t("members.region"),
              value: filter.countryregion,
              options: regions.map(({ code, name }) => ({ value: code, label: name })),
              placeholder: t("members.anywhere"),
            }
          : undefined
      }
      reset={narrowing(filter).length > 0 ? { href: clearedHref(search), label: t("members.clear") } : undefined}
      submit={t("members.submit")}
      title={t("members.filters")}
    />
  );
}

/** Active filters, each with a link that removes it. */
export function Chips({ search, regions }: { search: SearchState; regions: RegionChoice[] }) {
  const { t } = edge();
  const filters = narrowing(search.answer.filter).map((field): ActiveFilter => {
    const label = filterWords(field, search.answer.filter, regions);
    return {
      label,
      drawing: field === "interests" && interestIcon(search.answer.filter.interests ?? ""),
      removeHref: searchHref(search, { [field]: undefined }),
      removeLabel: t("members.remove", { filter: label }),
    };
  });
  return <ActiveFilters filters={filters} label={t("members.active")} />;
}

/** URL of the search without narrowing filters. */
export function clearedHref(search: SearchState): string {
  return searchHref(search, Object.fromEntries(narrowing(search.answer.filter).map((field) => [field, undefined])));
}

/** Label of one filter, e.g. "Hair: Red". */
export function filterWords(field: keyof Filter, filter: Filter, regions: RegionChoice[]): string {
  const { t } = edge();
  if (field === "min_age") return t("members.fromAge", { age: filter.min_age ?? 18 });
  if (field === "max_age") return t("members.toAge", { age: filter.max_age ?? 99 });
  if (field === "country") return countryName(filter.country ?? "");
  if (field === "countryregion") return regions.find(({ code }) => code === filter.countryregion)?.name ?? t("members.region");
  if (field === "gender") return t(filter.gender === "male" ? "members.men" : "members.women");
  return t("members.filter", { field: fieldName(field), value: codeName(field, filter[field] ?? "") });
}

export function filterName(field: string): string {
  const { t } = edge();
  if (field === "min_age") return t("members.minAge");
  if (field === "max_age") return t("members.maxAge");
  if (field === "country") return t("members.country");
  if (field === "gender") return t("members.gender");
  if (field === "cursor") return t("members.pages");
  return PROFILE_FIELDS.includes(field as ProfileField) ? fieldName(field as ProfileField) : field;
}
