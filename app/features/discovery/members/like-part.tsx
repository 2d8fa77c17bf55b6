import { firstMessage, firstMessageSheet } from "#app/features/discovery/likes/first-message.tsx";
import { FirstMessageForm } from "#app/features/discovery/likes/first-message-form.client.tsx";
import { likeMember, unlikeMember } from "#app/features/discovery/likes/likes.actions.ts";
import type { Face } from "#app/features/discovery/likes/match-moment.shared.tsx";
import { Button } from "#app/ui/button.tsx";
import type { LikePart, Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { isFree, priceFor } from "#worker/sites/domains/fictional.vocabulary.ts";
import css from "./like-part.module.css";

type HeartProps = { profile: string; part: LikePart; liked: boolean; match: Face | undefined };

/** Likes one photo or answer; pressed again it takes the like back. */
export function Heart({ profile, part, liked, match }: HeartProps) {
  const { t } = edge();
  const [name, value] = "photo" in part ? ["photo", part.photo] : ["question", part.question];
  const texts = {
    photo: ["members.profile.likePhoto", "members.profile.likedPhoto"],
    question: ["members.profile.likeAnswer", "members.profile.likedAnswer"],
  } as const;
  const text = texts[name as keyof typeof texts][liked ? 1 : 0];
  return (
    <form
      action={liked ? unlikeMember : likeMember}
      className={css.heart}
      data-liked={liked || undefined}
      data-match={match && JSON.stringify(match)}
      noValidate
    >
      <input name="profile" type="hidden" value={profile} />
      <input name={name} type="hidden" value={value} />
      <Button icon={liked ? "heart-filled" : "heart"} iconOnly variant="secondary">
        {t(text)}
      </Button>
    </form>
  );
}

/** An optional first message about the liked part; it opens the chat by the chat's own rules. */
export function FirstLine({ profile: { id, name, fictional } }: { profile: Profile }) {
  const { t, settings, domain } = edge();
  const cost = priceFor({ fictional }, settings, settings.message_credits);
  const price = cost > 0 ? t("wallet.price", { count: cost }) : t("wallet.nothing");
  const { sent, ...form } = firstMessage("part", id);
  const unsentLine = sent.text !== undefined && <p className={css.unsent}>{t("members.profile.lineKept")}</p>;
  return (
    <div className={css.line}>
      {firstMessageSheet()}
      <FirstMessageForm
        {...form}
        // This page asks no upstream what a message costs, nor whether it takes the price.
        price={domain.api.mode === "local" ? cost : null}
        profile={id}
        sent={{
          ...sent,
          refusal: unsentLine && (
            <>
              {sent.refusal}
              {unsentLine}
            </>
          ),
        }}
        texts={{
          field: t("members.profile.line"),
          hint: t("members.profile.lineHint", { name, price }),
          consent: fictional && (cost > 0 || isFree({ fictional }, settings)) ? t("chat.fictionalKnown", { name, price }) : null,
          send: t("members.profile.send"),
        }}
      />
    </div>
  );
}
