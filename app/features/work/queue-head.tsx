import { StaffForm } from "#app/features/staff/staff-form.tsx";
import { WORDS } from "#app/features/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { leaseOf } from "#worker/work/work.vocabulary.ts";
import css from "./work.module.css";

interface Count {
  kind: keyof typeof WORDS.kinds;
  waiting: number;
  overdue: number;
  due_soon: number;
  mine: number;
}

export interface QueueHeadProps {
  count: Count;
  page: string;
}

/** What waits, and the buttons that take from the queue and give back. */
export function QueueHead({ count, page }: QueueHeadProps) {
  const words = WORDS.queue;
  const { kind, waiting, mine } = count;
  return (
    <div className={css.head}>
      <Clock {...count} />
      {waiting > mine && (
        <StaffForm call="takeWork" then={page}>
          <input name="kind" type="hidden" value={kind} />
          <Button aria-keyshortcuts="n" data-key="n" size="s" variant={mine === 0 ? "primary" : "secondary"}>
            {words.take(leaseOf(kind).most)} <kbd>{words.takeKey}</kbd>
          </Button>
        </StaffForm>
      )}
      {mine > 0 && (
        <StaffForm call="returnWork" then={page}>
          <input name="kind" type="hidden" value={kind} />
          <Button size="s" variant="quiet">
            {words.giveBack}
          </Button>
        </StaffForm>
      )}
      {mine > 0 && <p className="muted">{words.keys}</p>}
    </div>
  );
}

export function Clock({ waiting, overdue, due_soon: soon }: Pick<Count, "waiting" | "overdue" | "due_soon">) {
  const words = WORDS.queue;
  return (
    <p>
      {words.count(waiting)}
      {overdue > 0 && <span className={css.late}>{words.overdue(overdue)}</span>}
      {soon > 0 && <span className={css.soon}>{words.soon(soon)}</span>}
    </p>
  );
}
