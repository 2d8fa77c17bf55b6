import type { ReactNode, Ref } from "react";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { FIRST_OF_DIALOG } from "#app/ui/first-of-dialog.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import css from "./match-moment.module.css";

export interface Face {
  name: string;
  src: string | null;
  /** The site's word for a fictional profile; undefined for a real member. */
  fictional: string | undefined;
}

export interface MatchMomentProps {
  mine: Face;
  theirs: Face;
  /** Of the title, which names the dialog and takes its focus. */
  titleId: string;
  titleRef?: Ref<HTMLHeadingElement>;
  /** As in a Dialog. */
  focusInside?: boolean;
  /** "New like!" above the title: only for the member who receives the like. */
  news?: ReactNode;
  title: string;
  text: string;
  /** What was liked, in words. */
  liked?: readonly string[];
  link?: { href: string; label: string };
  children: ReactNode;
}

/** The one match moment of all pages: it fills the dialog, and the field stands at the thumb. */
export function MatchMoment(props: MatchMomentProps) {
  const { mine, theirs, titleId, titleRef, focusInside, news, title, text, liked = [], link, children } = props;
  const partner = <Photo alt="" className={css.theirs} eager {...theirs} />;
  return (
    <section className={css.moment}>
      <div className={css.pair}>
        <Photo alt="" className={css.mine} eager {...mine} />
        {link ? (
          <a aria-label={link.label} className={css.link} href={link.href}>
            {partner}
          </a>
        ) : (
          partner
        )}
      </div>
      {news}
      <h2 className={css.title} id={titleId} ref={titleRef} {...(!focusInside && FIRST_OF_DIALOG)}>
        {title}
      </h2>
      <p className={css.name}>{text}</p>
      <div className={css.liked}>
        <span className={css.heart}>
          <Icon name="heart-filled" size="m" />
        </span>
        {liked.length > 0 && (
          <div className={css.said}>
            {liked.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        )}
      </div>
      {theirs.fictional && <FictionalBadge tone="warning">{theirs.fictional}</FictionalBadge>}
      <div className={css.actions}>{children}</div>
    </section>
  );
}

/** With `{{name}}` and `{{answer}}`. */
export interface LikedTexts {
  answer: string;
  ownAnswer: string;
  photo: string;
  ownPhoto: string;
}

/** What either liked of the other, the other's like first. */
export function likedWords(liked: CallOutput<"chat">["liked"], name: string, texts: LikedTexts): string[] {
  return liked
    .toSorted((a, b) => Number(a.own) - Number(b.own))
    .map(({ own, part }) => {
      if (!("prompt" in part)) return own ? texts.ownPhoto : texts.photo;
      const words = own ? texts.ownAnswer : texts.answer;
      return words.replace("{{answer}}", () => part.prompt.answer);
    })
    .map((words) => words.replace("{{name}}", () => name));
}
