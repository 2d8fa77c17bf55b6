import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { Timed } from "#app/features/backoffice/staff/time.tsx";
import { LIST_WORDS as words } from "#app/features/backoffice/support/list-words.ts";
import { ListFilters, ListTable, MemberFiles } from "#app/features/backoffice/support/member-list.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, url, viewer } = staffEdge();
  const asked = Object.fromEntries([...url.searchParams].filter(([name]) => name in words.fields || name === "after"));
  const { after, ...filters } = asked;
  const [list, { files }] = await Promise.all([
    backend.memberList({ ...filters, ...(Number(after) > 0 && { after }) } as Parameters<typeof backend.memberList>[0]),
    viewer?.role === "operator" ? backend.memberFiles({}) : { files: null },
  ]);
  return { ...list, filters, files };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { members, next, reached, sites, filters, files } }: { loaderData: Found }) {
  const { url, form } = staffEdge();
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      {url.searchParams.has("asked") && !form && <Alert first title={words.asked} tone="success" />}
      <p className="muted">
        {words.intro} <a href="/staff/members">{words.back}</a>
      </p>
      <ListFilters filters={filters} sites={sites} />
      <ListTable members={members} />
      {next && (
        <p>
          {reached && <Timed at={reached} text={words.reached} />}{" "}
          <a href={`/staff/members/list?${new URLSearchParams({ ...filters, after: String(next) })}`}>{words.more}</a>
        </p>
      )}
      {files && <MemberFiles files={files} filters={filters} />}
    </StaffPage>
  );
}
