import { redirect } from "react-router";
import { FlowFrame } from "#app/features/accounts/signup/flow-frame.tsx";
import css from "#app/features/accounts/signup/flow-step.module.css";
import { LikeableMembers } from "#app/features/accounts/signup/likeable-members.tsx";
import { MemberCards } from "#app/features/discovery/members/cards.tsx";
import { photoStep, withNext } from "#app/features/people/identity/flow.ts";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Card } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";

/** A like changes its card and leaves the page where it is. */
export const handle = { scripts: "member" };

const SHOWN = 8;

interface Suggested {
  cards: Card[];
  near: boolean;
  confirmed: boolean;
  liked: string[];
}

/** Members who fit the wishes: in the own country if there are any, else anywhere. */
export async function loader(): Promise<Suggested> {
  const { backend, url, user, settings } = edge();
  const member = await user();
  if (!member) throw redirect(withNext("/signup", url.searchParams.get("next")));
  const gender = onlyGender(settings) ?? undefined;
  const confirmed = member.status === "active";
  const [home, { profiles: liked }] = await Promise.all([
    orThrow(backend.members({ gender, wishes: "1" })),
    confirmed ? { profiles: [] } : orThrow(backend.pendingLikes({})),
  ]);
  const near = home.results.length > 0;
  const { results } = near ? home : await orThrow(backend.members({ gender, country: "all", wishes: "1" }));
  return { cards: results.filter(({ main_image }) => main_image !== null).slice(0, SHOWN), near, confirmed, liked };
}

export function ServerComponent({ loaderData: { cards, near, confirmed, liked } }: { loaderData: Suggested }) {
  const { t, url } = edge();
  const next = url.searchParams.get("next");
  const onwards = (
    <div className={css.actions}>
      <ButtonLink href={photoStep(next)} size="l">
        {t("signup.joining.continue")}
      </ButtonLink>
    </div>
  );
  return (
    <FlowFrame size="wide" step="people">
      <Title>{t("signup.joining.matches.title")}</Title>
      {cards.length === 0 ? (
        <EmptyState action={onwards} icon="users" level={1} title={t("signup.joining.matches.nobody")}>
          {t("signup.joining.matches.nobodyText")}
        </EmptyState>
      ) : (
        <>
          <header className={css.head}>
            <h1>{t("signup.joining.matches.title")}</h1>
            <p className={css.intro}>{t(near ? "signup.joining.matches.intro" : "signup.joining.matches.everywhere")}</p>
          </header>
          {confirmed ? (
            <MemberCards cards={cards} label={t("signup.joining.matches.title")} />
          ) : (
            <>
              <Note likes={liked.length} />
              <LikeableMembers cards={cards} liked={liked} />
            </>
          )}
          {onwards}
        </>
      )}
    </FlowFrame>
  );
}

/** As high with a like as without: the cards below stay where they are. */
function Note({ likes }: { likes: number }) {
  const { t } = edge();
  const texts = [t("signup.joining.matches.like"), t("signup.joining.matches.waiting", { count: Math.max(1, likes) })];
  const shown = likes > 0 ? 1 : 0;
  return (
    <p className={css.note}>
      <Icon name="heart" size="s" />
      <span className={css.either}>
        {texts.map((text, index) => (
          <span aria-hidden={index === shown ? undefined : true} key={index === 0 ? "before" : "after"}>
            {text}
          </span>
        ))}
      </span>
    </p>
  );
}
