import { WORDS } from "#app/features/backoffice/staff/words.ts";
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

export function ServerComponent({ loaderData: { count, items, proofs } }: { loaderData: Found }) {
  const shown = items.flatMap(({ id, decision, due_at }): QueueItem[] => {
    const proof = proofs.find((one) => one.item === id);
    if (!proof) return [];
    return [{ id, label: WORDS.verification.label(proof.name), body: <Compared due={due_at} proof={proof} />, decision }];
  });
  return <WorkPage choices={CHOICES} count={count} items={shown} page={PAGE} title={WORDS.verifications} />;
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
function Compared({ proof, due }: { proof: Proof; due: string }) {
  const { item, name, age, site, gesture, photos, refused } = proof;
  return (
    <div className={css.body}>
      <p>
        <strong>{WORDS.photo.who(name, age)}</strong>
        <br />
        {site}
        <br />
        {words.asked(words.gestures[gesture])}
        <br />
        {words.earlier(refused)}
        <br />
        {WORDS.photo.due(due.slice(0, 16).replace("T", " "))}
      </p>
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
