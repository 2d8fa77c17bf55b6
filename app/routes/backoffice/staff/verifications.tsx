import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { GestureDrawing } from "#app/features/discovery/verifications/gesture.tsx";
import { VERIFICATION_REFUSALS } from "#db/schema/attributes.ts";
import { contract as verificationContract } from "#worker/backoffice/queues/verification-queue.contract.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/verifications";

type Found = Awaited<ReturnType<typeof loader>>;
type Proof = Found["proofs"][number];

export function loader() {
  return findWork("verification", staffEdge().backend.verificationLooks({}));
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, proofs } = queue;
  const shown = items.flatMap(({ id, decision, due_at }): QueueItem[] => {
    const proof = proofs.find((one) => one.item === id);
    if (!proof) return [];
    const who = WORDS.photo.who(proof.name, proof.age);
    return [
      {
        ...{ id, label: words.label(proof.name), who, why: words.gestures[proof.gesture] },
        ...{ face: faceUrl(proof.face), due: due_at, body: <Compared proof={proof} />, decision },
        person: (
          <Person
            {...{ name: proof.name, who, site: proof.site, face: proof.face, member: proof.member }}
            facts={[
              [WORDS.queue.due, <Time at={due_at} key="due" />],
              [words.asked, words.gestures[proof.gesture]],
              [words.earlier, proof.refused],
            ]}
          />
        ),
      },
    ];
  });
  return <WorkPage choices={CHOICES} items={shown} queue={queue} page={PAGE} title={WORDS.verifications} />;
}

const { verification: words } = WORDS;

const CHOICES: Choice[] = [
  { decision: "approve", key: "a", label: words.approve, done: words.approve, reasons: [] },
  {
    ...{ decision: "refuse", key: "r", label: words.refuse, done: words.refuse, danger: true },
    reasons: VERIFICATION_REFUSALS.map((code) => ({ code, label: words.reasons[code] })),
  },
];

/** The proof beside the photos that it is compared with. */
function Compared({ proof: { item, gesture, photos } }: { proof: Proof }) {
  return (
    <div className={css.body}>
      <div className={css.compared}>
        <GestureDrawing gesture={gesture} />
        <Picture alt={words.proof} item={item} />
      </div>
      <p>{photos.length > 0 ? words.compare : words.gone}</p>
      <div className={css.compared}>
        {photos.map((photo, index) => (
          <Picture alt={words.photo(index + 1)} item={item} key={photo} photo={photo} />
        ))}
      </div>
    </div>
  );
}

function Picture({ item, photo, alt }: { item: string; photo?: string; alt: string }) {
  const file = (size: "card" | "full") =>
    `${verificationContract.verificationFile.path}?${new URLSearchParams({ item, ...(photo && { photo }), size })}`;
  return (
    <a href={file("full")}>
      <img alt={alt} height={240} loading="lazy" src={file("card")} />
    </a>
  );
}
