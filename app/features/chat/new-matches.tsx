import { fictionalWord } from "#app/features/members/fictional-word.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { edge } from "#worker/edge/edge.ts";
import type { Liked } from "#worker/likes/likes.contract.ts";
import css from "./new-matches.module.css";

/** Matches without a conversation; each opens an empty chat. */
export function NewMatches({ matches }: { matches: readonly Liked[] }) {
  const { t, settings } = edge();
  if (matches.length === 0) return null;
  return (
    <section aria-labelledby="new-matches" className={css.section}>
      <h2 className={css.title} id="new-matches">
        {t("chat.newMatches")}
      </h2>
      <ul className={css.row} data-scrolls="">
        {matches.map(({ id, name, main_image, online, fictional }) => (
          <li key={id}>
            <a className={css.match} href={`/members/${id}/chat`}>
              <Avatar
                name={name}
                online={online && t("members.online")}
                size="l"
                src={main_image && settings.cdn_prefix + main_image.thumb_filename}
              />
              <span className={css.name} translate="no">
                {name}
              </span>
              {fictional && <Badge>{fictionalWord()}</Badge>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
