import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import type { Card } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { DelayedLikePopupCard } from "./delayed-like-popup-card.shared.tsx";

interface VisitorPopupProps {
  member: Pick<Card, "id" | "name" | "main_image" | "fictional">;
  href?: string;
}

/** A visitor's delayed-like pop-up shows the page's member, not an invented like. CSS animation delays it without scripts. */
export function VisitorPopup({ member, href }: VisitorPopupProps) {
  const { t, trail, nonce, settings } = edge();
  const seconds = trail.popup;
  if (seconds === null) return null;
  const { id, name, main_image: image } = member;
  return (
    <>
      {popupSheet()}
      <style nonce={nonce}>{`:root{--like-delay:${seconds}s}`}</style>
      <DelayedLikePopupCard
        later
        fictional={member.fictional && fictionalWord()}
        href={href}
        id={id}
        name={name}
        photo={image && settings.cdn_prefix + image.thumb_filename}
        text={t("likes.delayedPopup.curious")}
        title={t("likes.dialog.open", { name })}
      />
    </>
  );
}

export function popupSheet() {
  return import.meta.viteRsc.loadCss("./delayed-like-popup-card.shared.tsx");
}
