import { FictionalFilters, FictionalTable, MakeFictional } from "#app/features/backoffice/fictional/fictional-list.tsx";
import { FICTIONAL_WORDS as words } from "#app/features/backoffice/fictional/fictional-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, url } = staffEdge();
  const asked = Object.fromEntries([...url.searchParams].filter(([name, value]) => name in words.filters && value !== ""));
  const after = url.searchParams.get("after") || undefined;
  const found = await backend.fictionalProfiles({ ...asked, after } as Parameters<typeof backend.fictionalProfiles>[0]);
  return { ...found, filters: asked };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { profiles, next, sites, filters } }: { loaderData: Found }) {
  const { url, form, viewer } = staffEdge();
  const made = url.searchParams.get("made");
  const isEnded = url.searchParams.get("done") === "ended";
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      {isEnded && !form && <Alert first title={words.done.ended ?? ""} tone="success" />}
      {made && !form && (
        <Alert first title={words.made} tone="success">
          <a href={`/staff/fictional/${encodeURIComponent(made)}`}>{words.openMade}</a>
        </Alert>
      )}
      <p className="muted">{words.intro}</p>
      <FictionalFilters filters={filters} sites={sites} />
      <FictionalTable filtered={Object.keys(filters).length > 0} profiles={profiles} />
      {next && (
        <p>
          <a href={`/staff/fictional?${new URLSearchParams({ ...filters, after: next })}`}>{words.older}</a>
        </p>
      )}
      {viewer?.role === "operator" ? <MakeFictional site={filters.site} sites={sites} /> : <p className="muted">{words.reads}</p>}
    </StaffPage>
  );
}
