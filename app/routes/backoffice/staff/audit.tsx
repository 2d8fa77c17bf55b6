import { actionWords, objectWords } from "#app/features/backoffice/staff/audit-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, url } = staffEdge();
  const before = Number(url.searchParams.get("before"));
  return backend.staffAudit(Number.isSafeInteger(before) && before > 0 ? { before } : {});
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { rows, next } }: { loaderData: Found }) {
  const words = WORDS.log;
  if (rows.length === 0)
    return (
      <StaffPage title={WORDS.audit}>
        <p>{words.empty}</p>
      </StaffPage>
    );
  return (
    <StaffPage title={WORDS.audit}>
      <Table head={[words.time, words.who, words.action, words.object, words.reason, words.request]}>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Time at={row.at} seconds />
            </td>
            <td>{row.name ?? (row.request_id === "command" ? words.command : words.nobody)}</td>
            <td>{actionWords(row.action)}</td>
            <td>{objectWords(row.object_kind, row.object_id)}</td>
            <td>{row.reason}</td>
            <td>{row.request_id}</td>
          </tr>
        ))}
      </Table>
      {next !== null && <a href={`/staff/audit?before=${next}`}>{words.older}</a>}
    </StaffPage>
  );
}
