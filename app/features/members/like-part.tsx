import { sendMessage } from "#app/features/chat/chat.actions.ts";
import { likeMember, unlikeMember } from "#app/features/likes/likes.actions.ts";
import { KnowsFictional } from "#app/features/wallet/spending.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { edge } from "#worker/edge/edge.ts";
import { newId } from "#worker/lib/ids.ts";
import type { LikePart, Profile } from "#worker/members/members.contract.ts";
import css from "./like-part.module.css";

type HeartProps = { profile: string; part: LikePart; liked: boolean };

/** Likes one photo or answer; pressed again it takes the like back. */
export function Heart({ profile, part, liked }: HeartProps) {
  const { t } = edge();
  const [name, value] = "photo" in part ? ["photo", part.photo] : ["question", part.question];
  const texts = {
    photo: ["members.profile.likePhoto", "members.profile.likedPhoto"],
    question: ["members.profile.likeAnswer", "members.profile.likedAnswer"],
  } as const;
  const text = texts[name as keyof typeof texts][liked ? 1 : 0];
  return (
    <form action={liked ? unlikeMember : likeMember} className={css.heart} data-liked={liked || undefined}>
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
  const { t, settings } = edge();
  const sent = formState("message");
  const price = settings.message_credits;
  const refused = sent.code !== null;
  return (
    <form action={sendMessage} className={css.line}>
      <Refusal beside={["text", "fictional_known"]} form={sent} />
      {refused && <p className={css.kept}>{t("members.profile.lineKept")}</p>}
      <input name="profile" type="hidden" value={id} />
      <input name="client_id" type="hidden" value={sent.values.client_id ?? newId()} />
      <Textarea
        defaultValue={sent.values.text}
        dir="auto"
        error={sent.fields.text}
        hint={t("members.profile.lineHint", {
          name,
          price: price > 0 ? t("wallet.price", { count: price }) : t("wallet.free"),
        })}
        label={t("members.profile.line")}
        maxLength={settings.message_length}
        name="text"
        required
        rows={2}
      />
      {fictional && price > 0 && <KnowsFictional error={sent.fields.fictional_known} name={name} />}
      <Button icon="send">{t("members.profile.send")}</Button>
    </form>
  );
}
