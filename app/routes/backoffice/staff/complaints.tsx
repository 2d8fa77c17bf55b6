import { WORDS } from "#app/features/backoffice/staff/words.ts";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { COMPLAINT_ANSWER, COMPLAINT_CLOSINGS } from "#worker/backoffice/complaints/complaints.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/complaints";

type Found = Awaited<ReturnType<typeof loader>>;
type Case = Found["cases"][number];

export function loader() {
  return findWork("complaint", staffEdge().backend.complaintCases({}));
}

export function ServerComponent({ loaderData: { count, items, cases } }: { loaderData: Found }) {
  const shown = items.flatMap(({ id, decision, words, due_at }): QueueItem[] => {
    const found = cases.find((one) => one.item === id);
    if (!found) return [];
    const label = WORDS.complaint.label(found.reference);
    return [{ id, label, body: <Complaint due={due_at} found={found} />, decision, words }];
  });
  return <WorkPage choices={CHOICES} count={count} items={shown} page={PAGE} title={WORDS.complaints} />;
}

const ANSWER = {
  label: WORDS.complaint.answer,
  hint: WORDS.complaint.answerHint,
  max: COMPLAINT_ANSWER.max,
  required: true,
  submit: WORDS.complaint.send,
};

const CHOICES: Choice[] = Object.entries(WORDS.complaint.decisions).map(([decision, [key, label]]) => {
  const choice = { decision, key, label, done: label };
  if (decision !== "closed") return { ...choice, reasons: [], words: ANSWER };
  const reasons = COMPLAINT_CLOSINGS.map((code) => ({ code, label: WORDS.complaint.closings[code] }));
  return { ...choice, danger: true, reasons };
});

function Complaint({ found, due }: { found: Case; due: string }) {
  const words = WORDS.complaint;
  const { kind, reference, site, name, country, language, reachable, receipt, link, text, member, earlier } = found;
  const time = (at: string) => at.slice(0, 16).replace("T", " ");
  return (
    <div className={css.body}>
      <p>
        <strong>{words.head(words.kinds[kind], reference, site)}</strong>
        <br />
        {words.from(name ?? words.nobody, country, language)}
        <br />
        {member ? <a href={`/staff/members/${member}`}>{words.member}</a> : words.notMember}
        <br />
        {words.history(time(found.created_at), receipt)}
        <br />
        {words.due(time(due))}
      </p>
      {!reachable && <p>{words.unreachable}</p>}
      {link && <p dir="auto">{`${words.about}: ${link}`}</p>}
      <blockquote dir="auto">{text}</blockquote>
      {earlier.length > 0 && (
        <>
          <p>{words.earlier}</p>
          <ul>
            {earlier.map((one) => (
              <li key={one.reference}>
                {words.other(
                  one.reference,
                  words.kinds[one.kind],
                  words.states[one.outcome ?? one.state],
                  one.created_at.slice(0, 10),
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
