import { TODAY } from "#app/features/accounts/today/today.ts";
import { VisitorPopup } from "#app/features/discovery/likes/visitor-popup.tsx";
import { MemberCards } from "#app/features/discovery/members/cards.tsx";
import { countWords } from "#app/features/discovery/members/count-words.ts";
import { Chips, clearedHref, Filters, filterName, filterWords } from "#app/features/discovery/members/filters.tsx";
import { MoreResults } from "#app/features/discovery/members/more-results.client.tsx";
import css from "#app/features/discovery/members/page.module.css";
import { type RegionChoice, regionChoices } from "#app/features/discovery/members/places.ts";
import { ResellCard } from "#app/features/discovery/members/resell-card.tsx";
import {
  keepSearch,
  narrowing,
  type SearchState,
  searchFor,
  searchHref,
  searchInput,
} from "#app/features/discovery/members/search.ts";
import { SearchLayout } from "#app/features/discovery/members/search-form.tsx";
import { SearchRow } from "#app/features/discovery/members/shortcuts.tsx";
import { TwoWay } from "#app/features/discovery/members/two-way.tsx";
import { SaveSearchButton, SaveSearchDialog } from "#app/features/discovery/searches/save-search.tsx";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { Saved } from "#app/request/saved.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { Filter } from "#worker/discovery/members/members.contract.ts";
import { ALL_COUNTRIES } from "#worker/discovery/members/search.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

const EVERYWHERE = { country: ALL_COUNTRIES, countryregion: undefined };

interface Found {
  search: SearchState;
  regions: readonly RegionChoice[];
}

async function load(): Promise<Found> {
  const search = await orThrow(searchFor(edge().url.searchParams));
  keepSearch(search);
  const { country } = search.answer.filter;
  return { search, regions: country ? await regionChoices(country) : [] };
}

export const loader = prefetching(() => [["members", searchInput(edge().url.searchParams)], TODAY], load);

function moreTexts() {
  const { t } = edge();
  return {
    failed: t("members.loadFailed"),
    end: t("members.end"),
    added: t.forms("members.added"),
  };
}

export async function ServerComponent({ loaderData: { search, regions } }: { loaderData: Found }) {
  const { t, settings, memberId, language } = edge();
  const member = await memberId();
  const isMember = member !== null;
  const first = isMember ? undefined : search.answer.results[0];
  const { results, pageNumber, cursor, lookedAt, sortedBy, saved } = search.answer;
  const current = saved.find((one) => one.current);
  const more = cursor
    ? { href: searchHref(search, { cursor }), label: t(lookedAt === null ? "members.more" : "members.goOn") }
    : null;
  return (
    <div className={`container ${css.search}`}>
      <Title description={t("members.description", { name: settings.name })}>{t("members.title")}</Title>
      <NoIndex />
      <PageHeader intro={results.length > 0 ? countWords(search.answer) : undefined} title={t("members.title")} />
      <SearchLayout filters={<Filters regions={regions} search={search} />}>
        <Saved texts={{ search: "searches.saved" }} />
        <SearchRow search={search}>
          <Chips last={isMember && <Keep search={search} />} regions={regions} search={search} />
        </SearchRow>
        <Ignored search={search} />
        {isMember && !current && mayKeep(search) && <SaveSearchDialog regions={regions} search={search} />}
        {results.length > 0 ? (
          <div data-results="">
            <MemberCards cards={results} label={t("members.results")} />
          </div>
        ) : (
          <Nobody regions={regions} search={search} />
        )}
        {lookedAt !== null && results.length > 0 && <p className={css.looked}>{lookedWords(search, lookedAt)}</p>}
        {sortedBy !== null && lookedAt === null && results.length > 0 && (
          <p className={css.looked}>{t("members.sortedBy", { count: sortedBy })}</p>
        )}
        {isMember && !cursor && pageNumber === 1 && results.length > 0 && lookedAt === null && <Wider search={search} />}
        {pageNumber === 1 && <TwoWay search={search} />}
        <ResellCard />
        {more && isMember && (
          <MoreResults {...more} language={language} member={member} search={searchHref(search)} texts={moreTexts()} />
        )}
        <Pagination
          first={pageNumber > 1 ? { href: searchHref(search), label: t("members.first") } : null}
          label={t("members.pages")}
          more={isMember ? null : more}
          position={pageNumber > 1 ? t("members.page", { page: pageNumber }) : undefined}
        />
      </SearchLayout>
      {first && <VisitorPopup member={first} />}
    </div>
  );
}

/** A saved search reports new members. Who has answered is already known. */
function mayKeep({ answer: { filter } }: SearchState): boolean {
  return !filter.answered;
}

function Keep({ search }: { search: SearchState }) {
  const current = search.answer.saved.find((one) => one.current);
  if (current) return <Chip icon="star">{current.name}</Chip>;
  return mayKeep(search) ? <SaveSearchButton /> : null;
}

function lookedWords({ answer: { pageNumber, sortedBy }, sort }: SearchState, lookedAt: number): string {
  const { t, language } = edge();
  if (sortedBy !== null) return t("members.looked.part");
  const count = new Intl.NumberFormat(language).format(lookedAt);
  if (pageNumber > 1) return t("members.looked.next", { count });
  return t(sort === "last_active" ? "members.looked.active" : "members.looked.newest", { count });
}

/** Lists the rejected filters, so that nobody misreads the results. */
function Ignored({ search: { ignored } }: { search: SearchState }) {
  const { t } = edge();
  if (ignored.length === 0) return null;
  return (
    <Alert title={t("members.ignored")} tone="warning">
      <ul>
        {ignored.map(({ field, message }) => (
          <li key={field}>{t("members.ignoredField", { field: filterName(field), reason: message })}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** After the last of few results: how to see more people. */
function Wider({ search }: { search: SearchState }) {
  const { t } = edge();
  const { filter } = search.answer;
  const narrowed = narrowing(filter).length > 0;
  if (!narrowed && filter.country === ALL_COUNTRIES) return null;
  return (
    <div className={css.wider}>
      <p>{t("members.end")}</p>
      {narrowed && (
        <ButtonLink href={clearedHref(search)} variant="secondary">
          {t("members.clear")}
        </ButtonLink>
      )}
      {filter.country !== ALL_COUNTRIES && (
        <ButtonLink href={searchHref(search, EVERYWHERE)} variant="secondary">
          {t("members.dropCountry")}
        </ButtonLink>
      )}
    </div>
  );
}

/** Empty result: names the filters that cause it, with links to remove them. */
function Nobody({ search, regions }: Found) {
  const { t } = edge();
  const { filter, emptied_by, pageNumber, lookedAt } = search.answer;
  if (pageNumber > 1 && lookedAt === null) return <EmptyState icon="users" title={t("members.end")} />;
  const culprits = emptied_by as (keyof Filter)[];
  const drop = (field: keyof Filter) => (
    <ButtonLink
      href={searchHref(search, field === "country" ? EVERYWHERE : { [field]: undefined })}
      icon="close"
      key={field}
      variant="secondary"
    >
      {field === "country" ? t("members.dropCountry") : t("members.drop", { filter: filterWords(field, filter, regions) })}
    </ButtonLink>
  );
  const clear = narrowing(filter).length > 0 && (
    <ButtonLink href={clearedHref(search)} variant="quiet">
      {t("members.clear")}
    </ButtonLink>
  );
  return (
    <EmptyState
      action={
        <>
          {culprits.map(drop)}
          {clear}
        </>
      }
      icon="users"
      title={t(lookedAt === null ? "members.empty" : "members.soFar")}
    >
      {lookedAt !== null && <p>{lookedWords(search, lookedAt)}</p>}
      {culprits.length > 0 ? t("members.emptyWhy") : lookedAt === null && t("members.emptyAll")}
    </EmptyState>
  );
}
