import { Recording, Words } from "#app/features/backoffice/decisions/case-view.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { contract } from "#worker/backoffice/queues/text-queue.contract.ts";
import { STATEMENT_TEXT } from "#worker/people/reports/decisions.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/texts";

type Found = Awaited<ReturnType<typeof loader>>;
type Look = Found["texts"][number];

export function loader() {
  return findWork("text", staffEdge().backend.textLooks({}));
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, texts } = queue;
  const shown = items.flatMap(({ id, decision, due_at, words: written }): QueueItem[] => {
    const look = texts.find((one) => one.item === id);
    if (!look) return [];
    const who = WORDS.photo.who(look.name, look.age);
    return [
      {
        ...{ id, label: words.label(look.name), who, why: words.fields[look.field], face: faceUrl(look.face), due: due_at },
        ...{ body: <Held look={look} />, decision, words: written },
        person: (
          <Person
            {...{ name: look.name, who, site: look.site, face: look.face, member: look.member }}
            facts={[
              [WORDS.queue.due, <Time at={due_at} key="due" />],
              [WORDS.queue.strikes, look.strikes],
            ]}
          />
        ),
      },
    ];
  });
  return <WorkPage choices={CHOICES} items={shown} queue={queue} page={PAGE} title={WORDS.texts} />;
}

const { text: words } = WORDS;

const CHOICES: Choice[] = [
  { decision: "approve", key: "a", label: words.approve, done: words.approved, reasons: [] },
  {
    ...{ decision: "refuse", key: "r", label: words.refuse, done: words.refused, danger: true },
    reasons: Object.entries(WORDS.report.decisionReasons).map(([code, label]) => ({ code, label })),
    words: { label: words.statement, hint: words.statementHint, max: STATEMENT_TEXT.max, required: false },
  },
];

function Held({ look: { item, name, field, lines, before, causes, voices } }: { look: Look }) {
  return (
    <div className={css.body}>
      <h2>{words.fields[field]}</h2>
      <p>
        <strong>{causes.map((cause) => words.causes[cause]).join(" ")}</strong>
      </p>
      <p className="muted small">{words.held}</p>
      <div className={css.text}>
        <Words words={lines} />
        {voices.map((length, number) => {
          const src = `${contract.textVoice.path}?item=${item}&number=${number}`;
          return <Recording key={src} label={words.recording(name, Math.ceil(length / 1000))} src={src} />;
        })}
      </div>
      <p className="muted small">{before.length > 0 ? words.before : words.nothing}</p>
      <Words words={before} />
    </div>
  );
}
