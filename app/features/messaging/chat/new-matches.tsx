import { fictionalWord } from "#app/features/discovery/members/fictional-word.ts";
import { kept } from "#app/request/kept.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { initialOf, tintClass } from "#app/ui/tint.ts";
import type { Liked } from "#worker/discovery/likes/likes.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
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
          <Match
            fictional={fictional}
            id={id}
            initial={main_image ? undefined : initialOf(name)}
            key={id}
            name={name}
            online={online}
            src={main_image ? settings.cdn_prefix + main_image.thumb_filename : undefined}
            tint={tintClass(name)}
          />
        ))}
      </ul>
    </section>
  );
}

type ShownMatch = { id: string; name: string; src?: string; tint: string; initial?: string; online: boolean; fictional: boolean };

const Match = kept<ShownMatch>(
  ({ id, name, src, tint, initial, online, fictional }) => (
    <li>
      <a className={css.match} href={`/members/${id}/chat`}>
        <Avatar initial={initial} name="" online={online && edge().t("members.online")} size="l" src={src} tint={tint} />
        <span className={css.name} translate="no">
          {name}
        </span>
        {fictional && <Badge>{fictionalWord()}</Badge>}
      </a>
    </li>
  ),
  ["id", "name", "src", "tint", "initial"],
);
