import { Recording } from "#app/features/backoffice/decisions/case-view.tsx";
import { orRefuse, refusalsOf } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { promptName } from "#app/features/backoffice/staff/prompts.ts";
import { Time, Timed } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { MemberAccount } from "#app/features/backoffice/support/member-account.tsx";
import { MemberDecide } from "#app/features/backoffice/support/member-decide.tsx";
import { MemberHands } from "#app/features/backoffice/support/member-hands.tsx";
import { MemberHistory } from "#app/features/backoffice/support/member-history.tsx";
import { MemberPhotos } from "#app/features/backoffice/support/member-photos.tsx";
import { MemberTimeline } from "#app/features/backoffice/support/member-timeline.tsx";
import css from "#app/features/backoffice/support/support.module.css";
import { findAnswers, readyWords } from "#app/features/backoffice/work/canned.ts";
import { Alert } from "#app/ui/alert.tsx";
import { contract } from "#worker/backoffice/support/support.contract.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find(id: string) {
  const { backend, url } = staffEdge();
  const before = Number(url.searchParams.get("before"));
  const file = await backend.memberFile({ id, ...(Number.isSafeInteger(before) && before > 0 && { before }) });
  const fraud = file.decides && url.searchParams.has("fraud") ? await backend.fraudPreview({ id }) : null;
  const [{ letters: ours }, answers] = await Promise.all([backend.readyLetters({ language: file.language }), findAnswers()]);
  const own = readyWords(answers, { place: "letter", language: file.language }, { name: file.name, site: file.site });
  const letters = [...ours.map((one) => ({ ...one, title: readyName(one.id) })), ...own.answers];
  return { ...file, fraud, letters, letter: url.searchParams.get("letter") };
}

function readyName(id: string): string {
  return Object.entries(WORDS.hands.readyNames).find(([name]) => name === id)?.[1] ?? id;
}

export async function loader({ params }: { params: { id?: string } }): Promise<Found> {
  return orRefuse(find(params.id ?? ""));
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const words = WORDS.member;
  const { url, form } = staffEdge();
  const done = form ? undefined : WORDS.hands.done[url.searchParams.get("done") ?? ""];
  const trip = found.trip && words.trip(found.trip.city, found.trip.from, found.trip.until);
  const place = [found.city, found.country, trip].filter(Boolean).join(", ");
  return (
    <StaffPage refusals={refusalsOf({ ...WORDS.refund.refusals, ...WORDS.hands.refusals })} title={words.file(found.name)}>
      {done && <Alert first title={done} tone="success" />}
      <div className={css.file}>
        <div className={css.person}>
          <p>
            <strong>{words.standing(words.states[found.status], found.banned)}</strong>{" "}
            {found.muted_until && (
              <strong>
                <Timed at={found.muted_until} text={words.muted} />
              </strong>
            )}{" "}
            {found.fictional && words.fictional}
            <br />
            {`${found.site}, ${found.id}`}
            <br />
            {words.about(found.age, found.gender, place)}
            {found.identity && (
              <>
                <br />
                {words.identity(found.identity.replaceAll("_", " "))}
              </>
            )}
            <br />
            {`${words.profileIs(found.profile)}, ${words.active}`} <Time at={found.last_active_at} />
            {found.self_changes.map((at) => (
              <span key={at}>
                <br />
                {words.selfChanged} <Time at={at} />
              </span>
            ))}
            {found.age_unconfirmed && (
              <>
                <br />
                <strong>{words.ageUnconfirmed(found.age_unconfirmed)}</strong>
              </>
            )}
            {found.age_proofs.map((proof) => (
              <span key={proof.method}>
                <br />
                {words.ageProof(proof)}
              </span>
            ))}
          </p>
          <MemberPhotos photos={found.photos} />
          <h2>{words.profile}</h2>
          <p dir="auto">{found.about || words.empty}</p>
          {found.prompts.map(({ question, answer, voice }) => {
            const asked = promptName(question) ?? question;
            return (
              <div key={asked}>
                <p dir="auto">
                  <em>{asked}:</em> {answer}
                </p>
                {voice !== null && found.decides && (
                  <Recording
                    label={WORDS.text.recording(found.name, Math.ceil(voice / 1000))}
                    src={`${contract.memberVoice.path}?id=${found.id}&question=${question}`}
                  />
                )}
              </div>
            );
          })}
          {found.decides && <MemberDecide found={found} fraud={found.fraud} />}
          <MemberHands found={found} letter={found.letter} letters={found.letters} />
        </div>
        <MemberTimeline file={found} />
      </div>
      <MemberHistory found={found} />
      {found.account && <MemberAccount account={found.account} id={found.id} />}
    </StaffPage>
  );
}
