import type { ReactNode } from "react";
import { countryName } from "#app/request/country-name.ts";
import { Fixed } from "#app/request/fixed.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { answerFilter, answersOf } from "#worker/discovery/members/answers.vocabulary.ts";
import type { Filter } from "#worker/discovery/members/members.contract.ts";
import { ALL_COUNTRIES, filtersOf, interestsOf, OWN_FLAGS, searchFields } from "#worker/discovery/members/search.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { genderChoices, onlyGender, soughtOn } from "#worker/sites/domains/genders.vocabulary.ts";
import { PROFILE_FIELDS, type ProfileField } from "#worker/sites/domains/settings.vocabulary.ts";
import { codeName, fieldName } from "./attributes.ts";
import { heightChoices, heightText } from "./heights.ts";
import { interestIcon } from "./interest.tsx";
import { type RegionChoice } from "./places.ts";
import { choiceName, questionName } from "./question-texts.ts";
import { codesOf, narrowing, type SearchState, searchHref, withoutInterest } from "./search.ts";
import css from "./search-fields.module.css";
import { isFlag, MoreFields, OwnFlags, ShowButton } from "./search-fields.tsx";
import { type ActiveFilter, ActiveFilters, SearchForm, SelectField, type SelectFilter } from "./search-form.tsx";

/** Search form with the current filters. GET, so that the URL holds the search. */
export async function Filters({ search, regions }: { search: SearchState; regions: readonly RegionChoice[] }) {
  const { t, settings, user } = edge();
  const { filter } = search.answer;
  const { gender, country, countryregion } = filter;
  const only = onlyGender(settings);
  const viewer = await user();
  const own = searchFields(settings, viewer).filter((field) => field !== "interests");
  return (
    <SearchForm
      action="/members"
      close={t("notices.close")}
      fields={
        <>
          <Fixed id="filters-place" of={[country, countryregion, regions.length]}>
            <PlaceFields country={country} region={countryregion} regions={regions} />
          </Fixed>
          <MoreFields search={search} />
          <Fixed
            id="filters-own"
            of={[
              own.map((field) => [field, filtersOf(field).map((name) => filter[name])]),
              viewer && [filter.answers ?? "", ...OWN_FLAGS.map((flag) => filter[flag])],
            ]}
          >
            <OwnFields fields={own} filter={filter} member={viewer !== null} />
          </Fixed>
        </>
      }
      gender={
        only ? null : (
          <Fixed id="filters-gender" of={gender}>
            <GenderField gender={gender} />
          </Fixed>
        )
      }
      keep={{
        gender: only ?? undefined,
        sort: search.sort === "last_active" ? undefined : search.sort,
        network: search.network ?? undefined,
        sig: search.sig ?? undefined,
      }}
      maxAge={filter.max_age ?? 99}
      minAge={filter.min_age ?? 18}
      reset={narrowing(filter).length > 0 ? { href: clearedHref(search), label: t("members.clear") } : undefined}
      saved={viewer ? { href: "/searches", label: t("searches.title") } : undefined}
      submit={<ShowButton />}
      title={t("members.filters")}
    />
  );
}

function GenderField({ gender }: { gender?: Filter["gender"] }) {
  return (
    <RadioGroup
      defaultValue={gender}
      label={edge().t("members.gender")}
      name="gender"
      options={genderChoices(edge().settings).looking_for.map((code) => ({ value: code, label: genderWord(code) }))}
    />
  );
}

type Places = { country?: string; region?: string; regions: readonly RegionChoice[] };

function PlaceFields({ country, region, regions }: Places) {
  const { t, settings, language } = edge();
  const byName = new Intl.Collator(language);
  const countries = settings.countries.map((code) => ({ value: code, label: countryName(code) }));
  countries.sort((a, b) => byName.compare(a.label, b.label));
  return (
    <>
      <SelectField
        label={t("members.country")}
        name="country"
        options={[...countries, { value: ALL_COUNTRIES, label: t("members.everywhere") }]}
        value={country}
      />
      {regions.length > 0 && (
        <SelectField
          label={t("members.region")}
          name="countryregion"
          options={regions.map(({ code, name }) => ({ value: code, label: name }))}
          placeholder={t("members.anywhere")}
          value={region}
        />
      )}
    </>
  );
}

type OwnField = Exclude<ProfileField, "interests">;
type OwnFilters = { fields: readonly OwnField[]; filter: Filter; member: boolean };

/** Of the domain's own fields; the others wait behind "More filters". */
const IN_VIEW = 6;

/** The domain's own search fields. */
function OwnFields({ fields, filter, member }: OwnFilters) {
  const { t } = edge();
  const first = fields.slice(0, IN_VIEW).flatMap((field) => selectsOf(field, filter));
  const own = fields.slice(IN_VIEW).flatMap((field) => selectsOf(field, filter));
  const more = member ? [...own, ...questionFilters(filter.answers)] : own;
  const isOpen = more.some(({ value }) => value) || OWN_FLAGS.some((flag) => filter[flag]);
  return (
    <>
      {first.length > 0 && <div className={css.own}>{first.map(selectOf)}</div>}
      {(member || more.length > 0) && (
        <Disclosure open={isOpen} summary={t("members.moreFilters")}>
          {more.map(selectOf)}
          {member && <OwnFlags filter={filter} />}
        </Disclosure>
      )}
    </>
  );
}

/** A height has two ends. */
function selectsOf(field: OwnField, filter: Filter): SelectFilter[] {
  const { t, settings } = edge();
  if (field === "height")
    return (["min_height", "max_height"] as const).map((name) => ({
      name,
      label: filterName(name),
      value: filter[name]?.toString(),
      options: heightChoices({ cm: 5, inches: 2 }, filter[name]),
      placeholder: t("members.any"),
    }));
  return [
    {
      name: field,
      label: fieldName(field),
      value: filter[field],
      options: codesOf(field, settings).map((code) => ({ value: code, label: codeName(field, code) })),
      placeholder: t("members.any"),
    },
  ];
}

function selectOf(filter: SelectFilter) {
  return <SelectField key={filter.id ?? filter.name} {...filter} />;
}

/** One select for each question; together they are the parameter `answers`. */
function questionFilters(answers: string | undefined): SelectFilter[] {
  const { t, settings } = edge();
  const said = answersOf({ answers });
  return settings.questions
    .filter(({ search }) => search)
    .map(({ id, choices }) => ({
      id: `filter-${id}`,
      name: "answers",
      label: questionName(id),
      value: said[id] && `${id}:${said[id]}`,
      options: choices.map((choice) => ({ value: `${id}:${choice.id}`, label: choiceName(id, choice.id) })),
      placeholder: t("members.any"),
    }));
}

/** Active filters, each with a link that removes it, and `last` behind them. */
export function Chips({ search, regions, last }: { search: SearchState; regions: readonly RegionChoice[]; last?: ReactNode }) {
  const { t } = edge();
  const { filter } = search.answer;
  const chip = (label: string, removeHref: string, drawing?: ReactNode): ActiveFilter => ({
    label,
    drawing,
    removeHref,
    removeLabel: t("members.remove", { filter: label }),
  });
  const filters = narrowing(filter).flatMap((field) => {
    if (field === "interests")
      return interestsOf(filter).map((code) =>
        chip(codeName("interests", code), withoutInterest(search, code), interestIcon(code)),
      );
    if (field === "answers")
      return Object.entries(answersOf(filter)).map(([question, choice]) => {
        const { [question]: _, ...left } = answersOf(filter);
        return chip(answerWords(question, choice), searchHref(search, { answers: answerFilter(left) }));
      });
    return [chip(filterWords(field, filter, regions), searchHref(search, { [field]: undefined }))];
  });
  return <ActiveFilters filters={filters} label={t("members.active")} last={last} />;
}

function answerWords(question: string, choice: string): string {
  return edge().t("members.filter", { field: questionName(question), value: choiceName(question, choice) });
}

export function clearedHref(search: SearchState): string {
  return searchHref(search, Object.fromEntries(narrowing(search.answer.filter).map((field) => [field, undefined])));
}

export function filterWords(field: keyof Filter, filter: Filter, regions: readonly RegionChoice[]): string {
  const { t } = edge();
  if (field === "min_age") return t("members.fromAge", { age: filter.min_age ?? 18 });
  if (field === "max_age") return t("members.toAge", { age: filter.max_age ?? 99 });
  if (field === "min_height") return t("members.fromHeight", { height: heightText(filter.min_height ?? 0) });
  if (field === "max_height") return t("members.toHeight", { height: heightText(filter.max_height ?? 0) });
  if (field === "country") return countryName(filter.country ?? "");
  if (field === "countryregion") return regions.find(({ code }) => code === filter.countryregion)?.name ?? t("members.region");
  if (field === "gender") return genderWord(soughtOn(edge().settings, filter.gender ?? "female"));
  if (field === "distance") return t("members.within", { distance: Number(filter.distance) });
  if (field === "active")
    return t("members.filter", { field: filterName(field), value: t(`members.activeIn.${filter.active ?? "day"}`) });
  if (isFlag(field)) return t(`members.only.${field}`);
  if (field === "interests")
    return interestsOf(filter)
      .map((code) => codeName("interests", code))
      .join(", ");
  if (field === "answers")
    return Object.entries(answersOf(filter))
      .map(([question, choice]) => answerWords(question, choice))
      .join(", ");
  if (field === "interests_match") return t("members.interestsAll");
  return t("members.filter", { field: fieldName(field), value: codeName(field, filter[field] ?? "") });
}

function genderWord(gender: NonNullable<Filter["gender"]>): string {
  const { t } = edge();
  return t(gender === "everyone" ? "members.everyone" : gender === "male" ? "members.men" : "members.women");
}

export function filterName(field: string): string {
  const { t } = edge();
  if (field === "distance") return t("members.howFar");
  if (field === "active") return t("members.lastActive");
  if (field === "sort") return t("members.sort");
  if (field === "countryregion") return t("members.region");
  if (isFlag(field)) return t(`members.only.${field}`);
  if (field === "interests_match") return t("members.interestsAll");
  if (field === "min_age") return t("members.minAge");
  if (field === "max_age") return t("members.maxAge");
  if (field === "min_height") return t("members.minHeight");
  if (field === "max_height") return t("members.maxHeight");
  if (field === "country") return t("members.country");
  if (field === "gender") return t("members.gender");
  if (field === "answers") return t("members.questions");
  if (field === "cursor") return t("members.pages");
  return PROFILE_FIELDS.includes(field as ProfileField) ? fieldName(field as ProfileField) : field;
}
