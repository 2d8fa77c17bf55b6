import { EventFilter } from "#app/features/discovery/events/event-filter.tsx";
import { EventDays } from "#app/features/discovery/events/event-rows.tsx";
import { orUnconfirmed, Unconfirmed } from "#app/features/discovery/events/unconfirmed.tsx";
import { Title } from "#app/head/title.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { isoDate } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Data extends CallOutput<"events"> {
  where: string;
  from: string;
  later: boolean;
}

/** `/events`: meetings of the site, by town and day. What an address names wrongly is left out. */
export async function loader(): Promise<Data | null> {
  await requireUser();
  const { backend, url } = edge();
  const { searchParams } = url;
  const named = searchParams.get("where") ?? "";
  const where = /^(near|mine|\d{1,9})$/.test(named) ? named : "";
  const from = isoDate(searchParams.get("from") ?? "") ?? "";
  const cursor = searchParams.get("cursor") ?? undefined;
  const found = await orUnconfirmed(backend.events({ where: where || undefined, from: from || undefined, cursor }));
  return found && { ...found, where, from, later: cursor !== undefined };
}

export function ServerComponent({ loaderData }: { loaderData: Data | null }) {
  return loaderData ? <Events {...loaderData} /> : <Unconfirmed />;
}

function Events({ where, from, later, ...found }: Data) {
  const { t, settings, domain } = edge();
  const here = new URLSearchParams({ ...(where && { where }), ...(from && { from }) });
  const pathWith = (more: Record<string, string>) => {
    const query = new URLSearchParams([...here, ...Object.entries(more)]).toString();
    return query ? `/events?${query}` : "/events";
  };
  return (
    <div className="container reading page stack loose">
      <Title>{t("events.title")}</Title>
      <PageHeader intro={t("events.intro", { site: settings.name })} title={t("events.title")} />
      <EventFilter found={found} from={from} where={where} />
      {!found.near && domain.features.distance && (
        <Alert>
          {t("events.noTown")} <a href="/profile#basics">{t("wishes.addTown")}</a>
        </Alert>
      )}
      {found.events.length > 0 ? (
        <EventDays events={found.events} />
      ) : (
        <Nothing filtered={here.size > 0} mine={where === "mine"} />
      )}
      <Pagination
        first={later ? { href: pathWith({}), label: t("likes.first") } : null}
        label={t("likes.pages")}
        more={found.cursor ? { href: pathWith({ cursor: found.cursor }), label: t("likes.more") } : null}
      />
    </div>
  );
}

function Nothing({ filtered, mine }: { filtered: boolean; mine: boolean }) {
  const { t } = edge();
  const action = filtered && <ButtonLink href="/events">{t("events.all")}</ButtonLink>;
  return (
    <EmptyState action={action} icon="pin" title={t(mine ? "events.empty.mine" : "events.empty.title")}>
      {t(mine ? "events.empty.mineText" : filtered ? "events.empty.filtered" : "events.empty.text")}
    </EmptyState>
  );
}
