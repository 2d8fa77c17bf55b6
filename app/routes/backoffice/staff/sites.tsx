import { SITE_WORDS as words } from "#app/features/backoffice/sites/words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  return staffEdge().backend.staffSites({});
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { sites } }: { loaderData: Found }) {
  return (
    <StaffPage title={words.title}>
      <p>{words.intro}</p>
      <Table head={words.head}>
        {sites.map(({ id, name, hosts, pool, version, by, at, waits }) => (
          <tr key={id}>
            <th scope="row">
              <a href={`/staff/sites/${id}`}>{name}</a>
            </th>
            <td>{hosts.join(", ")}</td>
            <td>{pool}</td>
            <td>
              {words.version(version, by)} <Time at={at} />
              {waits && <p>{words.waiting}</p>}
            </td>
          </tr>
        ))}
      </Table>
    </StaffPage>
  );
}
