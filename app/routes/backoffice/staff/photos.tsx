import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import person from "#app/features/backoffice/work/person.module.css";
import { faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
import css from "#app/features/backoffice/work/queue.module.css";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { contract as photoContract } from "#worker/backoffice/queues/photo-queue.contract.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/photos";

type Found = Awaited<ReturnType<typeof loader>>;
type Look = Found["photos"][number];

export function loader() {
  return findWork("photo", staffEdge().backend.photoLooks({}));
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, photos: looks } = queue;
  const words = WORDS.photo;
  const shown = items.flatMap((item, index): QueueItem[] => {
    const look = looks.find((one) => one.item === item.id);
    if (!look) return [];
    return [
      {
        ...{ id: item.id, label: words.label(look.name), who: words.who(look.name, look.age), why: words[look.of] },
        ...{ face: faceUrl(look.face), due: item.due_at, decision: item.decision, reasons: look.reasons },
        picture: fileOf(item.id),
        body: <Shot first={index < FIRST} look={look} />,
        person: <Owner due={item.due_at} look={look} />,
      },
    ];
  });
  return <WorkPage choices={CHOICES} items={shown} queue={queue} page={PAGE} title={WORDS.photos} />;
}

const CHOICES: Choice[] = [
  { decision: "approve", key: "a", label: WORDS.photo.approve, done: WORDS.photo.approved, reasons: [] },
  {
    decision: "refuse",
    key: "r",
    label: WORDS.photo.refuse,
    done: WORDS.photo.refused,
    danger: true,
    reasons: Object.entries(WORDS.photo.reasons).map(([code, label]) => ({ code, label })),
  },
];

/** How many are loaded with the page; the browser's script loads the others ahead. */
const FIRST = 2;

/** Grid and item show the same file: the browser asks for it, and the audit log has it, once. */
function fileOf(item: string): string {
  return `${photoContract.photoFile.path}?item=${item}&size=full`;
}

function Shot({ look, first }: { look: Look; first: boolean }) {
  const file = fileOf(look.item);
  return (
    <a className={css.shot} href={file}>
      <img alt={WORDS.photo.label(look.name)} decoding="sync" loading={first ? "eager" : "lazy"} src={file} />
    </a>
  );
}

function Owner({ look, due }: { look: Look; due: string }) {
  const words = WORDS.photo;
  return (
    <Person
      {...{ name: look.name, who: words.who(look.name, look.age), site: look.site, face: look.face, member: look.member }}
      facts={[
        [WORDS.queue.due, <Time at={due} key="due" />],
        [words.from, words[look.of]],
        [words.rule, WORDS.nudity[look.nudity]],
        [words.others, words.counted(look.shown, look.refused)],
        [WORDS.queue.strikes, look.strikes],
      ]}
    >
      {look.seen.length > 0 && <Seen seen={look.seen} />}
    </Person>
  );
}

/** A signal among others: a person decides. */
function Seen({ seen }: Pick<Look, "seen">) {
  const words = WORDS.photo;
  return (
    <div className={person.seen}>
      <p>
        <strong>{words.seen}</strong>
      </p>
      <ul>
        {seen.map(({ member, name, own, status, of, banned }, index) => {
          const state = [of === "chat" && words.inChat, status && words.states[status], banned && words.banned]
            .filter(Boolean)
            .join(", ");
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
            <li key={index}>
              {member && !own ? <a href={`/staff/members/${member}`}>{name}</a> : own ? words.own : words.gone}
              {state && `: ${state}`}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
