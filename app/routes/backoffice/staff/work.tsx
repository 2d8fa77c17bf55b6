import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { QueueClock } from "#app/features/backoffice/work/clock.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

type Found = Awaited<ReturnType<typeof find>>;

const find = () => staffEdge().backend.workCounts({});

const PAGES: Partial<Record<keyof typeof WORDS.kinds, string>> = {
  photo: "/staff/photos",
  text: "/staff/texts",
  verification: "/staff/verifications",
  report: "/staff/reports",
  appeal: "/staff/objections",
  complaint: "/staff/complaints",
  refund: "/staff/refunds",
};

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { queues } }: { loaderData: Found }) {
  const words = WORDS.queue;
  return (
    <StaffPage title={WORDS.work}>
      <Table head={[words.name, words.waits, words.next, words.mineHead]}>
        {queues.map((queue) => (
          <tr key={queue.kind}>
            <td>
              <a href={PAGES[queue.kind]}>{WORDS.kinds[queue.kind]}</a>
            </td>
            <td>
              <QueueClock count={queue} />
            </td>
            <td>{queue.next_due_at?.slice(0, 16).replace("T", " ")}</td>
            <td>{queue.mine}</td>
          </tr>
        ))}
      </Table>
    </StaffPage>
  );
}
