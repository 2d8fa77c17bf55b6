import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { FictionalBadge } from "#app/ui/badge.tsx";
import type { Liked } from "#worker/discovery/likes/likes.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./new-matches.module.css";

/** Matches without a conversation; each opens an empty chat. */
export function NewMatches({ matches }: { matches: readonly Liked[] }) {
  const { t } = edge();
  if (matches.length === 0) return null;
  return (
    <section aria-labelledby="new-matches" className={css.section}>
      <h2 className={css.title} id="new-matches">
        {t("chat.newMatches")}
      </h2>
      <ul className={css.row} data-scrolls="">
        {matches.map((match) => (
          <Match key={match.id} {...match} />
        ))}
      </ul>
    </section>
  );
}

function Match({ id, name, main_image, online, fictional }: Liked) {
  const { t, settings } = edge();
  const src = main_image && settings.cdn_prefix + main_image.thumb_filename;
  return (
    <li>
      <a className={css.match} href={`/members/${id}/chat`}>
        <Avatar name={name} online={online && t("members.online")} size="l" src={src} />
        <span className={css.name} translate="no">
          {name}
        </span>
        {fictional && <FictionalBadge>{fictionalWord()}</FictionalBadge>}
      </a>
    </li>
  );
}
