import { MatchCard } from "#app/features/discovery/match/match-card.tsx";
import { QuestionForm } from "#app/features/discovery/match/question-form.tsx";
import { regionNamesOf } from "#app/features/discovery/members/cards.tsx";
import { MemberGrid } from "#app/features/discovery/members/member-grid.tsx";
import css from "#app/features/discovery/members/page.module.css";
import { Title } from "#app/head/title.tsx";
import { countryName } from "#app/request/country-name.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Finder } from "#worker/discovery/match/match.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

const FIRST_SCREEN = 4;

export async function loader(): Promise<Finder> {
  await requireUser();
  return orThrow(edge().backend.matchFinder({}));
}

/** Questions until enough are answered, then matching members; `?edit` reopens the questions. */
export function ServerComponent({ loaderData: finder }: { loaderData: Finder }) {
  const { url } = edge();
  const answered = finder.questions.filter(({ answer }) => answer !== null).length;
  const asks = answered < finder.needed || url.searchParams.has("edit") || formState("match").code !== null;
  return asks ? <Questions answered={answered} finder={finder} /> : <Results finder={finder} />;
}

function Questions({ finder, answered }: { finder: Finder; answered: number }) {
  const { t } = edge();
  const missing = finder.needed - answered;
  return (
    <div className={`container reading ${css.page}`}>
      <Title>{t("match.title")}</Title>
      <PageHeader
        actions={
          missing <= 0 && (
            <ButtonLink href="/match-finder" icon="back" variant="quiet">
              {t("match.back")}
            </ButtonLink>
          )
        }
        intro={t("match.intro", { count: finder.needed })}
        title={t("match.title")}
      />
      <div className="stack">
        {answered > 0 && missing > 0 && <Alert>{t("match.more", { count: missing })}</Alert>}
        <QuestionForm questions={finder.questions} />
      </div>
    </div>
  );
}

async function Results({ finder: { results, compared, country } }: { finder: Finder }) {
  const { t } = edge();
  const regionName = await regionNamesOf(results);
  const where = { country: countryName(country) };
  return (
    <div className={`container ${css.page}`}>
      <Title>{t("match.title")}</Title>
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
