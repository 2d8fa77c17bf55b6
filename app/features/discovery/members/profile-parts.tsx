import { LikeButton } from "#app/features/discovery/likes/like-button.tsx";
import type { Face } from "#app/features/discovery/likes/match-moment.shared.tsx";
import { IcebreakerDialog } from "#app/features/discovery/members/icebreaker-dialog.tsx";
import { passMember } from "#app/features/discovery/swipe/swipe.actions.ts";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { Badge, FictionalBadge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./profile-caption.module.css";

type ShownCaption = {
  name: string;
  age: string;
  place: string;
  online: boolean;
  answers: boolean;
  fictional: boolean;
  verified: boolean;
  checked: boolean;
  fresh: boolean;
  likes?: "match" | "you";
};

export function Caption({ name, age, place, online, answers, ...badges }: ShownCaption) {
  const { t } = edge();
  return (
    <div className={css.caption}>
      <div className={css.badges}>
        <Badges name={name} {...badges} />
      </div>
      <h1 className={css.name}>
        <bdi>{name}</bdi> <span className={css.age}>{age}</span>
      </h1>
      <p className={css.meta}>
        {place && (
          <span className={css.fact}>
            <Icon name="pin" size="s" />
            {place}
          </span>
        )}
        {answers && (
          <span className={css.fact}>
            <Icon name="clock" size="s" />
            {t("members.answersWithinDay")}
          </span>
        )}
        {online && <span className={css.online}>{t("members.online")}</span>}
      </p>
    </div>
  );
}

function Badges({
  name,
  fictional,
  verified,
  checked,
  fresh,
  likes,
}: Omit<ShownCaption, "age" | "place" | "online" | "answers">) {
  const { t } = edge();
  return (
    <>
      {fictional && <FictionalBadge tone="photo">{fictionalWord()}</FictionalBadge>}
      {verified && (
        <Badge tone="photo">
          <Icon name="verified" size="s" />
          {t("verifications.mark")}
        </Badge>
      )}
      {checked && !verified && (
        <Badge tone="photo">
          <Icon name="check" size="s" />
          {t("members.checked")}
        </Badge>
      )}
      {fresh && <Badge tone="new">{t("members.isNew")}</Badge>}
      {likes === "match" && <Badge tone="success">{t("members.profile.match")}</Badge>}
      {likes === "you" && <Badge tone="success">{t("members.profile.likesYou", { name })}</Badge>}
    </>
  );
}

type ShownActions = { id: string; back: string; liked: boolean; likesMe: boolean; match: Face | undefined };

export function MemberActions({ id, back, liked, likesMe, match }: ShownActions) {
  const { t } = edge();
  return (
    <>
      {!liked && (
        <form action={passMember} data-pass="" noValidate>
          <input name="profile" type="hidden" value={id} />
          <input name="next" type="hidden" value={back} />
          <Button icon="close" iconOnly size="l" variant="quiet">
            {t("members.profile.pass")}
          </Button>
        </form>
      )}
      <LikeButton
        like={t(likesMe ? "members.profile.likeBack" : "members.profile.like")}
        liked={liked}
        match={match}
        profile={id}
        size="l"
        variant={liked ? "secondary" : "primary"}
      />
      <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" variant={liked ? "primary" : "secondary"}>
        {t("members.profile.message")}
      </ButtonLink>
    </>
  );
}

type ShownOpeners = { id: string; name: string; lines: Pick<CallOutput<"member">, "first_lines"> | null };

/** Smaller first contacts. Without `lines` once they write to each other. */
export function MemberOpeners({ id, name, lines }: ShownOpeners) {
  const { t, domain } = edge();
  return (
    <>
      {lines && <IcebreakerDialog id={id} lines={lines} name={name} />}
      {domain.features.gifts && (
        <ButtonLink href={`/members/${id}/gift`} icon="gift" variant="quiet">
          {t("gifts.send")}
        </ButtonLink>
      )}
    </>
  );
}
