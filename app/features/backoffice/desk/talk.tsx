import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { promptName } from "#app/features/backoffice/staff/prompts.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { DESK_NOTE } from "#worker/backoffice/desk/desk.vocabulary.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./desk.module.css";
import { DESK_WORDS as words } from "./desk-words.ts";

type Found = Awaited<ReturnType<StaffBackend["deskTalks"]>>;
type Talk = Found["talks"][number];

/** The conversation, the newest message last. */
export function TalkBody({ talk }: { talk: Talk }) {
  const { item, member, profile, messages, older, last_seq } = talk;
  return (
    <div className={css.talk}>
      <h2>
        <bdi>{words.talk(member.name, profile.name)}</bdi>
      </h2>
      <p className="muted small">
        {words.explain} {words.noted}
      </p>
      {older && <p className="muted small">{words.older}</p>}
      <ol className={css.messages}>
        {messages.map(({ seq, own, type, text, at }) => (
          <li className={cx(own && css.own)} key={seq}>
            <small className="muted">
              <bdi>{own ? profile.name : member.name}</bdi> <Time at={at} />
            </small>
            <span dir="auto">{[words.things[type], text].filter(Boolean).join(" ")}</span>
          </li>
        ))}
      </ol>
      <input form={`decide-${item}-answer`} name="chosen" type="hidden" value={last_seq} />
    </div>
  );
}

export function TalkSide({ talk, colleagues, page }: { talk: Talk; colleagues: Found["colleagues"]; page: string }) {
  const { item, profile } = talk;
  return (
    <>
      {profile.about && <p dir="auto">{profile.about}</p>}
      {profile.prompts.map(({ question, answer }) => (
        <p key={question}>
          <span className="muted small">{promptName(question)}</span>
          <br />
          <span dir="auto">{answer}</span>
        </p>
      ))}
      <Notes page={page} talk={talk} />
      <details>
        <summary>{words.handOver}</summary>
        <StaffForm call="handOver" className="stack" then={page}>
          <input name="item" type="hidden" value={item} />
          <Select
            id={`hand-${item}`}
            label={words.to}
            name="staff"
            options={[{ value: "", label: words.queue }, ...colleagues.map(({ id, name }) => ({ value: id, label: name }))]}
          />
          <div>
            <Button size="s" variant="secondary">
              {words.handSubmit}
            </Button>
          </div>
        </StaffForm>
      </details>
    </>
  );
}

function Notes({ talk: { item, notes }, page }: { talk: Talk; page: string }) {
  const { values, fields } = staffForm("addDeskNote", { item });
  return (
    <div className="stack">
      <h3>{words.notes}</h3>
      {notes.length === 0 && <p className="muted small">{words.noNotes}</p>}
      <ul className={css.notes}>
        {notes.map(({ id, text, by, own, at }) => (
          <li key={id}>
            <span dir="auto">{text}</span>
            <br />
            <small className="muted">
              {words.by(by)} <Time at={at} />
            </small>
            {own && (
              <StaffForm call="removeDeskNote" then={page}>
                <input name="note" type="hidden" value={id} />
                <Button size="s" variant="quiet">
                  {words.noteRemove}
                </Button>
              </StaffForm>
            )}
          </li>
        ))}
      </ul>
      <details open={values.text !== undefined}>
        <summary>{words.note}</summary>
        <StaffForm call="addDeskNote" className="stack" then={page}>
          <input name="item" type="hidden" value={item} />
          <Textarea
            defaultValue={values.text}
            dir="auto"
            error={fields.text}
            hint={words.noteHint}
            id={`note-${item}`}
            label={words.note}
            maxLength={DESK_NOTE.max}
            name="text"
            required
            rows={3}
          />
          <div>
            <Button size="s" variant="secondary">
              {words.noteSubmit}
            </Button>
          </div>
        </StaffForm>
      </details>
    </div>
  );
}
