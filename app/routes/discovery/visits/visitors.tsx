import { seen } from "#app/features/accounts/today/today.ts";
import { LikeCard } from "#app/features/discovery/likes/like-card.tsx";
import { LikeTabs } from "#app/features/discovery/likes/like-tabs.tsx";
import { cardProps, regionNamesOf } from "#app/features/discovery/members/cards.tsx";
import { MemberGrid } from "#app/features/discovery/members/member-grid.tsx";
import css from "#app/features/discovery/members/page.module.css";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

type Visitors = CallOutput<"visitors">;

interface Data extends Visitors {
  newLikes: number;
  later: boolean;
}

/** `/visitors`: members that opened the own profile. */
export async function loader(): Promise<Data> {
  const { backend, url } = edge();
  const user = await requireUser();
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const found = await orThrow(backend.visitors({ cursor }));
  if (!cursor && found.visitors.length > 0) await seen("visitors");
  return { ...found, newLikes: user.new_likes, later: cursor !== undefined };
}

export async function ServerComponent({ loaderData: { visitors, cursor, newLikes, later } }: { loaderData: Data }) {
  const { t } = edge();
  return (
    <div className={`container ${css.list}`}>
      <Title>{t("visits.title")}</Title>
      <PageHeader intro={t("visits.intro")} title={t("visits.title")} />
      <LikeTabs current="visitors" newLikes={newLikes} />
      {visitors.length > 0 ? <Cards visitors={visitors} /> : <Nobody />}
      <Pagination
        first={later ? { href: "/visitors", label: t("likes.first") } : null}
        label={t("likes.pages")}
        more={cursor ? { href: `/visitors?cursor=${cursor}`, label: t("likes.more") } : null}
      />
    </div>
  );
}

async function Cards({ visitors }: Pick<Visitors, "visitors">) {
  const { t, language, now } = edge();
  const regionName = await regionNamesOf(visitors);
  return (
    <MemberGrid label={t("visits.title")}>
      {visitors.map((visitor, index) => (
        <LikeCard
          dateTime={visitor.visited_at}
          key={visitor.id}
          member={{ ...cardProps(visitor, regionName, `/members/${visitor.id}`), eager: index < 4 }}
          when={timeAgo(visitor.visited_at, now(), language)}
        />
      ))}
    </MemberGrid>
  );
}

function Nobody() {
  const { t } = edge();
  const action = (
    <ButtonLink href="/members" icon="search">
      {t("likes.search")}
    </ButtonLink>
  );
  return (
    <EmptyState action={action} scene={<Scene name="door" />} title={t("visits.empty")}>
      {t("visits.emptyHint")}
    </EmptyState>
  );
}
