import { fictionalWord } from "#app/features/members/cards.tsx";
import { edge } from "#worker/edge/edge.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import type { Card } from "#worker/members/members.contract.ts";
import { DelayedLike } from "./delayed-like.client.tsx";
import { popupDelay } from "./late-popup.ts";
import css from "./like-popup.module.css";
import { LikePopup } from "./like-popup.shared.tsx";
import { NewLike } from "./new-like.client.tsx";

/** On pages with scripts: the polling modal and the pop-up of `t`. */
export function Announcements({ user: { profile } }: { user: User }) {
  const { t, url, settings } = edge();
  const { cdn_prefix: cdn } = settings;
  // The browser fills in the names, which arrive later.
  const name = { name: "{{name}}" };
  const seconds = popupDelay(url.searchParams);
  return (
    <>
      <NewLike
        cdn={cdn}
        mine={{ name: profile.name, src: profile.main_image && cdn + profile.main_image.filename }}
        texts={{
          title: t("likes.popup.title"),
          matched: t("swipe.match.title"),
          write: t("swipe.match.write", name),
          like: t("likes.popup.like", name),
          match: t("likes.popup.match", name),
          photo: t("likes.popup.photo", name),
          open: t("likes.popup.open", name),
          close: t("notices.close"),
          fictional: fictionalWord(),
        }}
      />
      {seconds !== null && (
        <DelayedLike
          cdn={cdn}
          seconds={seconds}
          texts={{ title: t("likes.popup.like", name), text: t("likes.popup.open", name), fictional: fictionalWord() }}
        />
      )}
    </>
  );
}

interface VisitorPopupProps {
  member: Pick<Card, "id" | "name" | "main_image" | "fictional">;
  /** Default: the profile. */
  href?: string;
}

/** A visitor's pop-up of `t` shows the page's member, not an invented like. CSS animation delays it without scripts. */
export function VisitorPopup({ member, href }: VisitorPopupProps) {
  const { t, trail, nonce, settings } = edge();
  const seconds = trail.popup;
  if (seconds === null) return null;
  const { id, name, main_image: image } = member;
  return (
    <>
      <style nonce={nonce}>{`:root{--like-delay:${seconds}s}`}</style>
      <LikePopup
        className={css.later}
        fictional={member.fictional && fictionalWord()}
        href={href}
        id={id}
        name={name}
        photo={image && settings.cdn_prefix + image.thumb_filename}
        text={t("likes.popup.curious")}
        title={t("likes.popup.open", { name })}
      />
    </>
  );
}
