import { AttendanceCard } from "#app/features/discovery/events/attendance-card.tsx";
import { EventBadges } from "#app/features/discovery/events/event-rows.tsx";
import { dayText, hoursText } from "#app/features/discovery/events/event-times.ts";
import css from "#app/features/discovery/events/events.module.css";
import { orUnconfirmed, Unconfirmed } from "#app/features/discovery/events/unconfirmed.tsx";
import { MemberCards } from "#app/features/discovery/members/cards.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Saved } from "#app/request/saved.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { COUNTED_FROM } from "#worker/discovery/events/events.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Data {
  event: CallOutput<"event">;
  people: CallOutput<"eventPeople"> | null;
  /** Not the first page of people. */
  later: boolean;
}

/** `/events/:id`. */
export async function loader({ params }: { params: { id: string } }): Promise<Data | null> {
  await requireUser();
  const { backend, url } = edge();
  const id = params.id;
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const event = await orUnconfirmed(backend.event({ id }));
  if (event === null) return null;
  const people = event.people === "shown" ? await orThrow(backend.eventPeople({ id, cursor })) : null;
  return { event, people, later: cursor !== undefined };
}

export function ServerComponent({ loaderData }: { loaderData: Data | null }) {
  return loaderData ? <Event {...loaderData} /> : <Unconfirmed />;
}

function Event({ event, people, later }: Data) {
  const { t, now } = edge();
  const hasBegun = Date.parse(event.starts_at) <= now();
  const isOver = Date.parse(event.ends_at) <= now();
  const isCancelled = event.status === "cancelled";
  const open = !isCancelled && !hasBegun;
  return (
    <div className="container reading page stack loose">
      <Title>{event.title}</Title>
      <PageHeader
        actions={<EventBadges event={event} />}
        back={{ href: "/events", label: t("events.title") }}
        title={<span lang={event.language}>{event.title}</span>}
      />
      <Saved />
      {isCancelled && <Alert title={t("events.cancelledText")} tone="warning" />}
      {!isCancelled && hasBegun && <Alert title={t(isOver ? "events.over" : "events.begun")} />}
      {open && event.full && event.attendance !== "going" && <Alert title={t("events.fullText")} tone="warning" />}
      <Facts event={event} />
      <p className={css.text} dir="auto" lang={event.language}>
        {event.text}
      </p>
      {(open || event.attendance) && <AttendanceCard event={event} open={open} />}
      <People event={event} later={later} people={people} />
    </div>
  );
}

function Facts({ event }: { event: Data["event"] }) {
  const { t, language } = edge();
  const { spoken, place, city, places, link, going, status } = event;
  const names = new Intl.DisplayNames(language, { type: "language" });
  const number = going ?? COUNTED_FROM;
  return (
    <dl className={css.facts}>
      <dt>{t("events.when")}</dt>
      <dd>{`${dayText(event)}, ${hoursText(event)}`}</dd>
      <dt>{t("events.where")}</dt>
      <dd>{`${place}, ${city}`}</dd>
      {spoken.length > 0 && (
        <>
          <dt>{t("events.spoken")}</dt>
          <dd>{new Intl.ListFormat(language).format(spoken.map((tag) => names.of(tag) ?? tag))}</dd>
        </>
      )}
      {places !== null && (
        <>
          <dt>{t("events.places")}</dt>
          <dd>{places}</dd>
        </>
      )}
      {status === "published" && (
        <>
          <dt>{t("events.goingLabel")}</dt>
          <dd>{t(going === null ? "events.going.few" : "events.going.most", { number })}</dd>
        </>
      )}
      {link && (
        <>
          <dt>{t("events.link")}</dt>
          <dd>
            <a href={link} rel="noopener noreferrer nofollow" target="_blank">
              {new URL(link).hostname}
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}

function People({ event: { id, people: seen }, people, later }: Data) {
  const { t } = edge();
  if (seen === "closed") return null;
  return (
    <section className={css.day}>
      <h2>{t("events.people.title")}</h2>
      {people === null ? (
        <p className="muted">
          {t(`events.people.${seen === "shown" ? "none" : seen}`)}{" "}
          {seen === "no_photo" && <a href="/profile">{t("nav.profile")}</a>}
        </p>
      ) : people.people.length > 0 ? (
        <MemberCards cards={people.people} label={t("events.people.title")} lazy />
      ) : (
        <p className="muted">{t("events.people.none")}</p>
      )}
      <Pagination
        first={later ? { href: `/events/${id}`, label: t("likes.first") } : null}
        label={t("likes.pages")}
        more={people?.cursor ? { href: `/events/${id}?cursor=${people.cursor}`, label: t("likes.more") } : null}
      />
    </section>
  );
}
