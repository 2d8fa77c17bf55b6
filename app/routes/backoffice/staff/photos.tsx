import { WORDS } from "#app/features/backoffice/staff/words.ts";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
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

export function ServerComponent({ loaderData: { count, items, photos: looks } }: { loaderData: Found }) {
  const words = WORDS.photo;
  const shown = items.flatMap((item): QueueItem[] => {
    const look = looks.find((one) => one.item === item.id);
    if (!look) return [];
    const label = words.label(look.name);
    return [
      { id: item.id, label, body: <Photo late={item.due_at} look={look} />, decision: item.decision, reasons: look.reasons },
    ];
  });
  return <WorkPage choices={CHOICES} count={count} items={shown} page={PAGE} title={WORDS.photos} />;
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

function Photo({ look, late }: { look: Look; late: string }) {
  const words = WORDS.photo;
  const file = (size: "card" | "full") => `${photoContract.photoFile.path}?item=${look.item}&size=${size}`;
  return (
    <>
      <a href={file("full")}>
        <img alt={words.label(look.name)} height={240} loading="lazy" src={file("card")} />
      </a>
      <div className={css.body}>
        <p>
          <strong>{words.who(look.name, look.age)}</strong>
          <br />
          {words.where(look.site, WORDS.nudity[look.nudity], words[look.of])}
          <br />
          {words.others(look.shown, look.refused)}
          <br />
          {words.due(late.slice(0, 16).replace("T", " "))}
        </p>
        {look.seen.length > 0 && <Seen seen={look.seen} />}
      </div>
    </>
  );
}

/** A signal among others: a person decides. */
function Seen({ seen }: Pick<Look, "seen">) {
  const words = WORDS.photo;
  return (
    <div>
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
