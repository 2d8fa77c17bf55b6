import { promptText } from "#app/features/discovery/members/prompts.ts";
import type { LikedPart } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./liked-part.module.css";

/** Shows the liked photo or answer: one's own as it is, another member's in words. */
export function LikedPartView({ part, own }: { part: LikedPart; own: boolean }) {
  const { t, settings } = edge();
  if ("prompt" in part) {
    return (
      <div className={css.part}>
        <p className={css.label}>{t(own ? "likes.part.ownAnswer" : "likes.part.answer")}</p>
        <blockquote className={css.answer}>
          <span className={css.question}>{promptText(part.prompt.question)}</span>
          <span dir="auto">{part.prompt.answer}</span>
        </blockquote>
      </div>
    );
  }
  if (!part.photo) return <p className={css.label}>{t(own ? "likes.part.ownPhoto" : "likes.part.photoGone")}</p>;
  return (
    <div className={css.photo}>
      <img alt="" className={css.picture} height={56} src={settings.cdn_prefix + part.photo.thumb_filename} width={45} />
      <p className={css.label}>{t("likes.part.photo")}</p>
    </div>
  );
}
