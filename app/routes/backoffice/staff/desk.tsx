import { DESK_WORDS as words } from "#app/features/backoffice/desk/desk-words.ts";
import { profileWords } from "#app/features/backoffice/desk/profile-words.ts";
import { TalkBody, TalkSide } from "#app/features/backoffice/desk/talk.tsx";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { Table } from "#app/features/backoffice/staff/page.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { translator } from "#locales/index.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";

export const handle = { scripts: true };

const PAGE = "/staff/desk";

type Found = Awaited<ReturnType<typeof loader>>;

export async function loader() {
  const { backend, viewer } = staffEdge();
  const [work, figures] = await Promise.all([
    findWork("desk", worded(backend.deskTalks({}))),
    viewer?.role === "operator" ? orRefuse(backend.deskFigures({})) : null,
  ]);
  return { ...work, figures };
}

/** With what each profile says, in the language of its site. */
async function worded(found: ReturnType<StaffBackend["deskTalks"]>) {
  const { talks, ...others } = await found;
  const said = talks.map(async (talk) => ({ ...talk, said: profileWords(talk.profile, await translator(talk.site_language)) }));
  return { ...others, talks: await Promise.all(said) };
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, talks, colleagues, figures } = queue;
  const shown = items.flatMap(({ id, decision, due_at, words: written }): QueueItem[] => {
    const talk = talks.find((one) => one.item === id);
    if (!talk) return [];
    const { member, profile } = talk;
    return [
      {
        ...{ id, label: words.label(member.name, profile.name), who: member.name, why: words.why(profile.name), face: null },
        ...{ due: due_at, body: <TalkBody talk={talk} />, decision, words: written },
        person: (
          <Person
            {...{ name: profile.name, site: talk.site, face: null, member: null }}
            facts={[
              [words.age, String(profile.age)],
              [words.place, profile.city ?? words.none],
              ...talk.said,
              [words.member, member.name],
              [words.language, new Intl.DisplayNames("en", { type: "language" }).of(talk.language) ?? talk.language],
            ]}
            who={WORDS.photo.who(profile.name, profile.age)}
          >
            <TalkSide colleagues={colleagues} page={PAGE} talk={talk} />
          </Person>
        ),
      },
    ];
  });
  const longest = Math.max(1, ...talks.map(({ message_length }) => message_length));
  return (
    <WorkPage choices={choicesOf(longest)} items={shown} page={PAGE} queue={queue} refusals={words.refusals} title={words.title}>
      {figures && <Figures figures={figures} />}
    </WorkPage>
  );
}

function choicesOf(max: number): Choice[] {
  const answer = { label: words.answer, hint: words.answerHint, max, required: true, submit: words.send };
  return [
    { decision: "answer", key: "a", label: words.answer, done: words.answered, reasons: [], words: answer },
    { decision: "done", key: "d", label: words.done, done: words.closed, reasons: [] },
  ];
}

function Figures({ figures: { days, sites } }: { figures: NonNullable<Found["figures"]> }) {
  return (
    <section aria-labelledby="desk-figures" className="stack">
      <h2 id="desk-figures">{words.figures(days)}</h2>
      {sites.length === 0 ? (
        <p className="muted">{words.noFigures}</p>
      ) : (
        <Table head={words.figuresHead}>
          {sites.map(({ site, name, messages, answered, wait }) => (
            <tr key={site}>
              <td>{name}</td>
              <td>{messages}</td>
              <td>{answered}</td>
              <td>{waitOf(wait)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function waitOf(ms: number | null): string {
  if (ms === null) return words.noWait;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? words.minutes(minutes) : words.hours(Math.round(minutes / 60));
}
