import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import css from "./timeline.module.css";
import { type Track, timelineOf } from "./timeline.ts";

const ICONS: Record<Track, IconName> = {
  ...{ account: "user", photo: "camera", report: "flag", decision: "shield", money: "coin", login: "key" },
};

export function MemberTimeline({ file }: { file: Parameters<typeof timelineOf>[0] }) {
  const words = WORDS.member.timeline;
  const { events, more } = timelineOf(file);
  return (
    <section aria-labelledby="timeline" className={css.timeline}>
      <h2 id="timeline">{words.title}</h2>
      <ol className={css.events}>
        {events.map(({ at, track, text, note, muted }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <li className={css.event} data-track={muted ? undefined : track} key={index}>
            <span className={css.mark}>
              <Icon name={ICONS[track]} size="s" />
            </span>
            <p>
              <strong>{text}</strong>
              {note && <span className={css.note}>{note}</span>}
            </p>
            <Time at={at} />
          </li>
        ))}
      </ol>
      {more && <p className="muted small">{words.more}</p>}
    </section>
  );
}
