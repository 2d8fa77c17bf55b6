import { Badge } from "#app/ui/badge.tsx";
import { RowLink, Rows, RowText } from "#app/ui/rows.tsx";
import type { EventCard } from "#worker/discovery/events/events.contract.ts";
import { dayOf } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { dayText, hoursText } from "./event-times.ts";
import css from "./events.module.css";

/** In groups by day, in the order of the list. */
export function EventDays({ events }: { events: readonly EventCard[] }) {
  const days = Map.groupBy(events, ({ starts_at, zone }) => dayOf(Date.parse(starts_at), zone));
  return [...days].map(([day, those]) => (
    <section className={css.day} key={day}>
      <h2>{dayText(those[0] as EventCard)}</h2>
      <Rows>
        {those.map((event) => (
          <EventRow event={event} key={event.id} />
        ))}
      </Rows>
    </section>
  ));
}

function EventRow({ event }: { event: EventCard }) {
  const { id, title, language, city, place } = event;
  return (
    <RowLink href={`/events/${id}`}>
      <RowText note={`${hoursText(event)} · ${city}, ${place}`}>
        <strong lang={language}>{title}</strong>
        <EventBadges event={event} />
      </RowText>
    </RowLink>
  );
}

export function EventBadges({ event: { status, full, attendance, going } }: { event: EventCard }) {
  const { t } = edge();
  const isCancelled = status === "cancelled";
  return (
    <span className={css.badges}>
      {isCancelled && <Badge tone="warning">{t("events.cancelled")}</Badge>}
      {!isCancelled && attendance && <Badge tone="success">{t(`events.state.${attendance}`)}</Badge>}
      {!isCancelled && full && attendance !== "going" && <Badge tone="warning">{t("events.full")}</Badge>}
      {!isCancelled && going !== null && (
        <Badge>{`${t("events.goingLabel")}: ${t("events.going.most", { number: going })}`}</Badge>
      )}
    </span>
  );
}
