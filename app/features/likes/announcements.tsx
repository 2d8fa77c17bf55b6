import { edge } from "#worker/edge/edge.ts";
import type { Card } from "#worker/members/members.contract.ts";
import { fictionalWord } from "../members/cards.tsx";
import { LateLike } from "./late-like.client.tsx";
import { LikePopup } from "./like-popup.tsx";
import css from "./like-popup.module.css";
import { NewLike } from "./new-like.client.tsx";

/** The longest delay that a link may ask for, in seconds. */
const LONGEST = 600;

/** The delay that the query parameter `t` asks for, in whole seconds from 0 to 600; null without one. */
export function popupDelay(query: URLSearchParams): number | null {
  const asked = query.get("t");
  if (asked === null || !/^\d{1,9}(\.\d{1,9})?$/.test(asked)) return null;
  return Math.min(LONGEST, Math.round(Number(asked)));
}

/** What tells a member of new likes on pages with scripts: the modal that asks every minute, and the pop-up of `t`. */
export function Announcements() {
  const { t, url, settings } = edge();
  const { cdn_prefix: cdn } = settings;
  // The names are filled in by the browser, which learns them later.
  const name = { name: "{{name}}" };
  const seconds = popupDelay(url.searchParams);
  return (
    <>
      <NewLike
        cdn={cdn}
        texts={{
          title: t("newLike.title"),
          like: t("newLike.like", name),
          match: t("newLike.match", name),
          photo: t("newLike.photo", name),
          open: t("newLike.open", name),
          close: t("notices.close"),
          fictional: fictionalWord(),
        }}
      />
      {seconds !== null && (
        <LateLike
          cdn={cdn}
          seconds={seconds}
          texts={{ title: t("newLike.like", name), text: t("newLike.open", name), fictional: fictionalWord() }}
        />
      )}
    </>
  );
}

/**
 * The pop-up of `t` for a visitor, to whom nobody's like is made up: it points to the member whom the page is about.
 * Needs no script, its delay is that of an animation.
 */
export function VisitorPopup({ member }: { member: Pick<Card, "id" | "name" | "main_image" | "fictional"> }) {
  const { t, url, nonce, settings } = edge();
  const seconds = popupDelay(url.searchParams);
  if (seconds === null) return null;
  const { id, name, main_image: image } = member;
  return (
    <>
      <style nonce={nonce}>{`:root{--like-delay:${seconds}s}`}</style>
      <LikePopup
        className={css.later}
        fictional={member.fictional && fictionalWord()}
        id={id}
        name={name}
        photo={image && settings.cdn_prefix + image.thumb_filename}
        text={t("newLike.curious")}
        title={t("newLike.open", { name })}
      />
    </>
  );
}
