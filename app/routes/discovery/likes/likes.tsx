import { data } from "react-router";
import { LikeButton } from "#app/features/discovery/likes/like-button.tsx";
import { LikeCard } from "#app/features/discovery/likes/like-card.tsx";
import { LikeTabs, TYPES } from "#app/features/discovery/likes/like-tabs.tsx";
import { LikedPartView } from "#app/features/discovery/likes/liked-part.tsx";
import { faceOf } from "#app/features/discovery/likes/moment.tsx";
import { cardProps, regionNamesOf } from "#app/features/discovery/members/cards.tsx";
import { MemberGrid } from "#app/features/discovery/members/member-grid.tsx";
import css from "#app/features/discovery/members/page.module.css";
import { Title } from "#app/head/title.tsx";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import type { Liked } from "#worker/discovery/likes/likes.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

type Type = (typeof TYPES)[number];

interface Found {
  type: Type;
  likes: Liked[];
  cursor: string | null;
  newLikes: number;
  later: boolean;
}

export async function loader({ params }: { params: { type?: string } }): Promise<Found> {
  const { backend, url, t } = edge();
  const type = TYPES.find((one) => one === (params.type ?? "received"));
  if (!type) throw data({ message: t("errors.not_found") }, { status: 404 });
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const answer = await orThrow(backend.likes({ type, cursor }));
  const likes = type === "sent" ? answer.profiles : answer.liked_by;
  return { type, likes, cursor: answer.cursor, newLikes: answer.new_likes, later: cursor !== undefined };
}

export async function ServerComponent({ loaderData }: { loaderData: Found }) {
  const { t } = edge();
  const { type, likes, cursor, later } = loaderData;
  return (
    <div className={`container ${css.list}`}>
      <Title>{t("likes.title")}</Title>
      <LiveRefresh events={REFRESH} />
      <PageHeader title={t("likes.title")} />
      <LikeTabs current={type} newLikes={loaderData.newLikes} />
      <Refusal form={formState("like")} />
      {likes.length > 0 ? <LikeCards likes={likes} type={type} /> : <Nobody type={type} />}
      <Pagination
        first={later ? { href: `/likes/${type}`, label: t("likes.first") } : null}
        label={t("likes.pages")}
        more={cursor ? { href: `/likes/${type}?cursor=${cursor}`, label: t("likes.more") } : null}
      />
    </div>
  );
}

async function LikeCards({ likes, type }: { likes: Liked[]; type: Type }) {
  const { t, language, now } = edge();
  const regionName = await regionNamesOf(likes);
  return (
    <MemberGrid ids={likes.map(({ id }) => id)} label={t(`likes.${type}`)}>
      {likes.map((like, index) => (
        <LikeCard
          actions={<Next like={like} type={type} />}
          badge={badgeOf(like, type)}
          part={like.part && <LikedPartView own={type === "sent"} part={like.part} />}
          dateTime={like.liked_at}
          key={like.id}
          member={{
            ...cardProps(like, regionName, `/likes/m/${like.id}`),
            // What is new or mutual says enough.
            reason: false,
            distance: like.distance !== null && t("members.distance", { km: like.distance }),
            eager: index < 4,
          }}
          when={timeAgo(like.liked_at, now(), language)}
        />
      ))}
    </MemberGrid>
  );
}

function badgeOf(like: Liked, type: Type) {
  const { t } = edge();
  if (like.like_new) return <Badge tone="new">{t("likes.isNew")}</Badge>;
  return like.match && type !== "matches" ? <Badge tone="success">{t("likes.match")}</Badge> : null;
}

/** The next action: answer a like, message a match, or withdraw an own like. */
function Next({ like, type }: { like: Liked; type: Type }) {
  const { t } = edge();
  if (like.match) {
    return (
      <ButtonLink href={`/members/${like.id}/chat`} icon="message" size="s">
        {t("likes.message")}
      </ButtonLink>
    );
  }
  const liked = type === "sent";
  return (
    <LikeButton
      like={t("likes.likeBack")}
      liked={liked}
      match={type === "received" && faceOf(like)}
      profile={like.id}
      size="s"
      undo={t("likes.takeBack")}
      variant={liked ? "quiet" : "primary"}
    />
  );
}

function Nobody({ type }: { type: Type }) {
  const { t } = edge();
  const action = (
    <ButtonLink href="/members" icon="search">
      {t("likes.search")}
    </ButtonLink>
  );
  return (
    <EmptyState action={action} scene={<Scene name="letterbox" />} title={t(`likes.${type}Empty`)}>
      {t(`likes.${type}Hint`)}
    </EmptyState>
  );
}

const REFRESH = ["like", "counters", "profile"] as const;
