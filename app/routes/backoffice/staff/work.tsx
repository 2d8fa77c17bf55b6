import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { queueCounts, queuePage } from "#app/features/backoffice/staff/pages.ts";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { cx } from "#app/ui/cx.ts";

type Found = Awaited<ReturnType<typeof queueCounts>>;

export const handle = { scripts: true };

export async function loader(): Promise<Found> {
  return orRefuse(queueCounts());
}

export function ServerComponent({ loaderData: queues }: { loaderData: Found }) {
  const words = WORDS.queue;
  return (
    <StaffPage title={WORDS.work}>
      <Table head={[words.name, words.waits, words.overdue, words.soon, words.next, words.mineHead, words.notMine]}>
        {queues.map((queue) => {
          const others = queue.waiting - queue.mine - queue.free - queue.barred;
          return (
            <tr key={queue.kind}>
              <td>
                <a href={queuePage(queue.kind)}>{WORDS.kinds[queue.kind]}</a>
              </td>
              <td className={cx(css.number, queue.waiting > 0 && css.some)}>{queue.waiting}</td>
              <td className={cx(css.number, queue.overdue > 0 && css.late)}>{queue.overdue}</td>
              <td className={cx(css.number, queue.due_soon > 0 && css.soon)}>{queue.due_soon}</td>
              <td>{queue.next_due_at && <Time at={queue.next_due_at} />}</td>
              <td className={css.number}>{queue.mine}</td>
              <td>
                {[
                  others > 0 && WORDS.clock.others.replace("#", `${others}`),
                  queue.barred > 0 && WORDS.clock.barred.replace("#", `${queue.barred}`),
                ]
                  .filter(Boolean)
                  .join(" ")}
              </td>
            </tr>
          );
        })}
      </Table>
    </StaffPage>
  );
}
