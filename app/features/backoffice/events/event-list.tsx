import { Table } from "#app/features/backoffice/staff/page.tsx";
import { siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { formatTimeInZone } from "#worker/platform/dates.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { EVENT_WORDS as words } from "./event-words.ts";

export type Events = Awaited<ReturnType<StaffBackend["siteEvents"]>>;
export type StaffEvent = Events["events"][number];

export function EventList({ found: { events, sites } }: { found: Events }) {
  const { reader } = staffEdge();
  if (events.length === 0) return <p>{words.none}</p>;
  return (
    <Table head={words.head}>
      {events.map((event) => (
        <tr key={event.id}>
          <th scope="row">
            <span lang={event.language}>{event.title}</span>{" "}
            <span className="muted">{event.over ? words.over : words.states[event.status]}</span>
          </th>
          <td>{siteName(sites, event.site, event.site)}</td>
          <td>{formatTimeInZone(Date.parse(event.starts_at), { ...reader, zone: event.zone })}</td>
          <td>{`${event.city}, ${event.place}`}</td>
          <td>
            {event.going} {event.places !== null && words.of(event.places)}
            {event.telling && <p className="muted">{words.telling}</p>}
          </td>
          <td>{event.by}</td>
          <td>
            <Acts event={event} offered={sites.some(({ id }) => id === event.site)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** `offered`: the site has events. */
function Acts({ event: { id, status, over, title, telling }, offered }: { event: StaffEvent; offered: boolean }) {
  return (
    <div className="stack">
      {offered && !over && status !== "cancelled" && (
        <ButtonLink href={`/staff/events?event=${id}#form`} size="s" variant="secondary">
          {words.change(title)}
        </ButtonLink>
      )}
      {!over && status === "published" && (
        <Disclosure summary={words.cancel(title)}>
          <p className="muted">{words.cancelText}</p>
          <StaffForm call="cancelSiteEvent" then="/staff/events">
            <input name="id" type="hidden" value={id} />
            <Button size="s" variant="danger">
              {words.cancel(title)}
            </Button>
          </StaffForm>
        </Disclosure>
      )}
      {(over || status !== "published") && !telling && (
        <StaffForm call="removeSiteEvent" then="/staff/events">
          <input name="id" type="hidden" value={id} />
          <Button size="s" variant="secondary">
            {words.remove(title)}
          </Button>
        </StaffForm>
      )}
    </div>
  );
}
