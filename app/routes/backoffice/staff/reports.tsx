import { CaseView } from "#app/features/backoffice/decisions/case-view.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { findAnswers, readyWords } from "#app/features/backoffice/work/canned.ts";
import { grouped } from "#app/features/backoffice/work/grouped.ts";
import { faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { followersOf, isDecision, STATEMENT_TEXT } from "#worker/people/reports/decisions.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/reports";

type Found = Awaited<ReturnType<typeof loader>>;

export function loader() {
  const described = async () => ({ ...(await staffEdge().backend.reportCases({})), answers: await findAnswers() });
  return findWork("report", described());
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, cases, answers } = queue;
  const words = WORDS.report;
  const shown = items.flatMap((item): QueueItem[] => {
    const found = cases.find((one) => one.item === item.id);
    if (!found) return [];
    const { name, site, face, member, reports, acted, strikes, reference, kind, reason } = found;
    return [
      {
        ...{ id: item.id, label: words.label(reference), who: name, why: `${words.kinds[kind]}: ${words.reasons[reason]}` },
        ...{ face: faceUrl(face), due: item.due_at, decision: item.decision, words: item.words },
        ...{ member: item.member ?? undefined, thing: found.thing },
        ready: readyWords(answers, { place: "report", language: found.language }, { site, reference }),
        body: <CaseView found={found} page={PAGE} />,
        person: (
          <Person
            {...{ name, site, face, member }}
            facts={[
              [WORDS.queue.due, <Time at={item.due_at} key="due" />],
              [words.others, words.acted(reports, acted)],
              ...togetherWith(item.member, items),
              [WORDS.queue.strikes, strikes],
              [WORDS.queue.reference, reference],
            ]}
          />
        ),
      },
    ];
  });
  return <WorkPage choices={CHOICES} queue={queue} items={grouped(shown, CHOICES)} page={PAGE} title={WORDS.reports} />;
}

/** How many more reports about the member are in hand. */
function togetherWith(member: string | null, items: Found["items"]): [string, string][] {
  const more = items.filter((one) => member !== null && one.member === member).length - 1;
  return more > 0 ? [[WORDS.report.together, WORDS.report.togetherWith(more)]] : [];
}

const REASONS = Object.entries(WORDS.report.decisionReasons).map(([code, label]) => ({ code, label }));

const STATEMENT = {
  label: WORDS.report.statement,
  hint: WORDS.report.statementHint,
  max: STATEMENT_TEXT.max,
  required: false,
};

const CHOICES: Choice[] = Object.entries(WORDS.report.decisions).map(([decision, [key, label]]) => ({
  ...{ decision, key, label, done: label },
  danger: decision === "ban",
  ...(isDecision(decision) && { follows: followersOf(decision) }),
  ...(decision === "no_violation" ? { reasons: [] } : { reasons: REASONS, words: STATEMENT }),
}));
