import { askedIn } from "#app/features/discovery/match/finder-steps.ts";
import { MatchCard } from "#app/features/discovery/match/match-card.tsx";
import { QuestionScreen } from "#app/features/discovery/match/question-screen.tsx";
import { regionNamesOf } from "#app/features/discovery/members/cards.tsx";
import { MemberGrid } from "#app/features/discovery/members/member-grid.tsx";
import css from "#app/features/discovery/members/page.module.css";
import { Title } from "#app/head/title.tsx";
import { countryName } from "#app/request/country-name.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FocusResponse } from "#app/ui/focus-response.client.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Finder } from "#worker/discovery/match/match.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

const FIRST_SCREEN = 4;

export async function loader(): Promise<Finder> {
  await requireUser();
  return orThrow(edge().backend.matchFinder({}));
}

/** One question after the other until enough are answered, then matching members; `?question` and `?edit` ask again. */
export function ServerComponent({ loaderData: finder }: { loaderData: Finder }) {
  const { t, url } = edge();
  const question = askedIn(finder, url);
  return (
    <>
      <Title>{t("match.title")}</Title>
      {/* Another question is another page at the same address. */}
      <FocusResponse answer={question?.id ?? "results"} />
      {question ? (
        <div className={`container ${css.page}`}>
          <h1 className="visually-hidden">{t("match.title")}</h1>
          <QuestionScreen finder={finder} question={question} />
        </div>
      ) : (
        <Results finder={finder} />
      )}
    </>
  );
}

async function Results({ finder: { results, compared, country } }: { finder: Finder }) {
  const { t } = edge();
  const regionName = await regionNamesOf(results);
  const where = { country: countryName(country) };
  return (
    <div className={`container ${css.page}`} data-first="" tabIndex={-1}>
      <PageHeader
        actions={
          <ButtonLink href="/match-finder?edit" icon="settings" variant="secondary">
            {t("match.edit")}
          </ButtonLink>
        }
        intro={compared > 0 && t("match.compared", { count: compared, ...where })}
        title={t("match.title")}
      />
      {results.length > 0 ? (
        <MemberGrid label={t("match.results")}>
          {results.map((match, index) => (
            <MatchCard eager={index < FIRST_SCREEN} key={match.id} match={match} regionName={regionName} />
          ))}
        </MemberGrid>
      ) : (
        <EmptyState
          action={
            <ButtonLink href="/swipe-game" icon="heart">
              {t("match.empty.swipe")}
            </ButtonLink>
          }
          icon="users"
          title={t("match.empty.title")}
        >
          {t("match.empty.text", where)}
        </EmptyState>
      )}
    </div>
  );
}
