import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { findAnswers, readyWords } from "#app/features/backoffice/work/canned.ts";
import person from "#app/features/backoffice/work/person.module.css";
import { faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { NOTICED_STATES } from "#db/schema/notice-attributes.ts";
import { contract } from "#worker/backoffice/complaints/complaint-queue.contract.ts";
import { COMPLAINT_ANSWER, COMPLAINT_CLOSINGS } from "#worker/backoffice/complaints/complaints.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/complaints";

type Found = Awaited<ReturnType<typeof loader>>;
type Case = Found["cases"][number];

export function loader() {
  const described = async () => ({ ...(await staffEdge().backend.complaintCases({})), answers: await findAnswers() });
  return findWork("complaint", described());
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, cases, answers } = queue;
  const words = WORDS.complaint;
  const shown = items.flatMap(({ id, decision, words: written, due_at }): QueueItem[] => {
    const found = cases.find((one) => one.item === id);
    if (!found) return [];
    const name = found.name ?? words.nobody;
    return [
      {
        ...{ id, label: words.label(found.reference), who: name, why: words.kinds[found.kind], face: faceUrl(found.face) },
        ...{ due: due_at, body: <Complaint found={found} item={id} />, decision, words: written },
        ready: readyWords(
          answers,
          { place: "complaint", language: found.language },
          { site: found.site, reference: found.reference },
        ),
        person: (
          <Person
            {...{ name, site: found.site, face: found.face, member: found.member }}
            facts={[
              [WORDS.queue.due, <Time at={due_at} key="due" />],
              [words.received, <Time at={found.created_at} key="received" />],
              [words.receipt, found.receipt ? words.mailed : words.notMailed],
              [words.member, found.member ? words.isMember : words.notMember],
              [words.country, found.country],
              [words.language, found.language],
              [WORDS.queue.reference, found.reference],
            ]}
          >
            <Earlier earlier={found.earlier} />
          </Person>
        ),
      },
    ];
  });
  return <WorkPage choices={CHOICES} items={shown} queue={queue} page={PAGE} title={WORDS.complaints} />;
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

function Complaint({
  found: { kind, reachable, link, text, notice, pictures, objections },
  item,
}: {
  found: Case;
  item: string;
}) {
  const words = WORDS.complaint;
  return (
    <div className={css.body}>
      <h2>{words.kinds[kind]}</h2>
      {notice?.home && <p>{words.home(notice.home)}</p>}
      {!reachable && !notice?.home && <p>{words.unreachable}</p>}
      {link && <p dir="auto">{`${words.about}: ${link}`}</p>}
      {text && (
        <blockquote className={css.text} dir="auto">
          {text}
        </blockquote>
      )}
      {notice?.hiding && notice.hiding !== "hides" && <p>{words.notHidden[notice.hiding]}</p>}
      {notice && notice.unsearched.length > 0 && <p>{words.unsearched(notice.unsearched.join(", "))}</p>}
      {notice?.elsewhere.map((one) => (
        <p key={one.database}>{copiesIn(one)}</p>
      ))}
      {kind === "intimate_picture" && <Pictures item={item} pictures={pictures} />}
      {objections.length > 0 && <h3>{words.objections}</h3>}
      {objections.map((one) => (
        <blockquote className={css.text} dir="auto" key={one.created_at}>
          {one.text}
        </blockquote>
      ))}
    </div>
  );
}

function copiesIn({ database, copies }: NonNullable<Case["notice"]>["elsewhere"][number]): string {
  const words = WORDS.complaint;
  if (copies === null) return words.unknown(database);
  const counted = NOTICED_STATES.flatMap((state) =>
    copies[state] ? [words.copies(copies[state], words.pictureStates[state])] : [],
  );
  return words.elsewhere(database, counted.join(", "));
}

/** Closed at first: the browser loads the pictures only after a press. */
function Pictures({ item, pictures }: { item: string; pictures: Case["pictures"] }) {
  const words = WORDS.complaint;
  if (pictures.length === 0) return <p>{words.noPictures}</p>;
  return (
    <>
      <h3>{words.pictures}</h3>
      {pictures.map(({ photo, of, member, state, as, choice, chosen }) => (
        <details key={photo}>
          <summary>
            {words.picture(words.pictureOf[of], words.pictureAs[as], words.pictureStates[state])}: {words.show}
          </summary>
          {choice && (
            <label>
              <input defaultChecked={chosen} form={`decide-${item}-upheld`} name="chosen" type="checkbox" value={photo} />{" "}
              {words.takeAlong}
            </label>
          )}
          <img
            alt=""
            height={320}
            loading="lazy"
            src={`${contract.noticePicture.path}?item=${item}&photo=${encodeURIComponent(photo)}`}
            width={256}
          />
          <p>
            <a href={`/staff/members/${member}`}>{WORDS.queue.file}</a>
          </p>
        </details>
      ))}
    </>
  );
}

function Earlier({ earlier }: Pick<Case, "earlier">) {
  const words = WORDS.complaint;
  if (earlier.length === 0) return null;
  return (
    <div className={person.seen}>
      <p>
        <strong>{words.earlier}</strong>
      </p>
      <ul>
        {earlier.map((one) => (
          <li key={one.reference}>
            {words.other(one.reference, words.kinds[one.kind], words.states[one.outcome ?? one.state])}{" "}
            <Time at={one.created_at} />
          </li>
        ))}
      </ul>
    </div>
  );
}
