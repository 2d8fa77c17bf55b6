import { EventForm, SiteChoice } from "#app/features/backoffice/events/event-form.tsx";
import { EventList } from "#app/features/backoffice/events/event-list.tsx";
import { EVENT_WORDS as words } from "#app/features/backoffice/events/event-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  return staffEdge().backend.siteEvents({});
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { searchParams } = staffEdge().url;
  const chosen = found.events.find(({ id, over }) => !over && id === searchParams.get("event")) ?? null;
  // Towns and languages of another site must not be offered for it.
  const event = found.sites.some(({ id }) => id === chosen?.site) ? chosen : null;
  const wanted = event?.site ?? searchParams.get("site");
  const site = found.sites.find(({ id }) => id === wanted) ?? found.sites[0];
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
