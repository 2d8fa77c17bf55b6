import { EventForm, SiteChoice } from "#app/features/backoffice/events/event-form.tsx";
import { EventList } from "#app/features/backoffice/events/event-list.tsx";
import { EVENT_WORDS as words } from "#app/features/backoffice/events/event-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { url, backend } = staffEdge();
  const { site, event } = Object.fromEntries(url.searchParams);
  return backend.siteEvents({ site, event });
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const site = found.chosen;
  const event = found.events.find(({ id }) => id === site?.event) ?? null;
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      <p className="muted">{words.intro}</p>
      <EventList found={found} />
      {site ? (
        <>
          {!event && <SiteChoice site={site} sites={found.sites} />}
          <EventForm event={event?.status === "cancelled" ? null : event} site={site} />
        </>
      ) : (
        <p>{words.off}</p>
      )}
    </StaffPage>
  );
}
