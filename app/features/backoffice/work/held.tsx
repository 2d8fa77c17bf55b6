import { Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import type { WorkKind } from "#db/schema/attributes.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";

export type Holders = Awaited<ReturnType<StaffBackend["workHolders"]>>["holders"];

/** Who else holds work of a queue. An operator frees it. */
export function Held({ holders, kind, page }: { holders: Holders; kind: WorkKind; page: string }) {
  const words = WORDS.queue;
  const frees = staffEdge().viewer?.role === "operator";
  return (
    <section aria-labelledby="held" className="stack">
      <h2 id="held">{words.held}</h2>
      <Table head={frees ? words.holders : words.holders.slice(0, -1)}>
        {holders.map(({ staff, name, items, until }) => (
          <tr key={staff}>
            <td>{name}</td>
            <td>{items}</td>
            <td>
              <Time at={until} />
            </td>
            {frees && (
              <td>
                <StaffForm call="releaseWork" then={page}>
                  <input name="kind" type="hidden" value={kind} />
                  <input name="staff" type="hidden" value={staff} />
                  <Button size="s" variant="secondary">
                    {words.release}
                  </Button>
                </StaffForm>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </section>
  );
}
