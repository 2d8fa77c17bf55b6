import type { ReactNode } from "react";
import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { promptName } from "#app/features/backoffice/staff/prompts.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { CREDITS_ALONE, LETTER_TEXT, NOTE_TEXT } from "#worker/backoffice/hands/hands.vocabulary.ts";
import { TIE_KINDS, TIES } from "#worker/backoffice/support/support.vocabulary.ts";
import { FACTS_TEXT } from "#worker/people/reports/decisions.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend, StaffCallName } from "#worker/server/staff/calls.ts";
import css from "./support.module.css";

type File = Awaited<ReturnType<StaffBackend["memberFile"]>>;
type Letters = { id: string; title: string; text: string }[];

interface Props {
  found: File;
  letters: Letters;
  /** Id of the ready letter that the address asks for. */
  letter: string | null;
}

const words = WORDS.hands;
const optionsOf = (all: Readonly<Record<string, string>>) => Object.entries(all).map(([value, label]) => ({ value, label }));

/** Other accounts that share something with this one. */
function Ties({ found, by }: Pick<Props, "found"> & { by: keyof typeof words.ties }) {
  const tied = found.ties.filter((one) => one.by === by);
  if (tied.length === 0) return null;
  return (
    <p>
      {words.tiedBy(words.ties[by], tied.length, TIES)}
      {tied.slice(0, TIES).map(({ member, name, banned }, index) => (
        <span key={member}>
          {index > 0 && ", "}
          <a href={`/staff/members/${member}`}>{name}</a>
          {words.tied(banned)}
        </span>
      ))}
    </p>
  );
}

/** What staff begin by themselves. Each opens by its own press. */
export function MemberHands({ found, letters, letter }: Props) {
  const supports = found.account !== null;
  return (
    <section aria-label={words.notes} className="stack">
      <Notes found={found} />
      {TIE_KINDS.map((by) => (
        <Ties by={by} found={found} key={by} />
      ))}
      {found.status !== "deleted" && (
        <>
          <Letter found={found} letter={letter} letters={letters} />
          {found.decides && <TakeDown found={found} />}
          <Act call="renameMember" found={found} hint={words.renameHint} submit={words.renameSubmit} title={words.rename}>
            <Input
              autoComplete="off"
              {...typed("renameMember", "name", found.name)}
              label={WORDS.member.name}
              maxLength={100}
              required
            />
          </Act>
          {supports && <SupportActs found={found} />}
        </>
      )}
    </section>
  );
}

function SupportActs({ found }: { found: File }) {
  const role = staffEdge().viewer?.role ?? "moderator";
  return (
    <>
      {found.status === "not_confirmed" && (
        <StaffForm call="sendActivation" then={pageOf(found)}>
          <input name="id" type="hidden" value={found.id} />
          <Button variant="secondary">{words.activation}</Button>
        </StaffForm>
      )}
      <Act call="mendAddress" found={found} hint={words.addressHint} submit={words.sendLink} title={words.address}>
        <Input autoComplete="off" {...typed("mendAddress", "email")} label={words.newAddress} required type="email" />
      </Act>
      <Act
        call="giveCredits"
        found={found}
        hint={words.creditsHint(CREDITS_ALONE[role])}
        submit={words.give}
        title={words.credits}
      >
        <Input
          {...typed("giveCredits", "credits")}
          inputMode="numeric"
          label={words.count}
          max={10_000}
          min={1}
          required
          type="number"
        />
        <Select
          {...typed("giveCredits", "reason", "goodwill")}
          label={words.reason}
          options={optionsOf(words.creditReasons)}
          placeholder={WORDS.choose}
          required
        />
      </Act>
      <Act call="proposeRequest" found={found} hint={words.requestHint} submit={words.propose} title={words.request}>
        <Select
          {...typed("proposeRequest", "kind", "export")}
          label={words.what}
          options={optionsOf({ export: words.kinds.export, erase: words.kinds.erase })}
          placeholder={WORDS.choose}
          required
        />
        <Select
          {...typed("proposeRequest", "reason", "asked_by_mail")}
          label={words.reason}
          options={optionsOf(words.requestReasons)}
          placeholder={WORDS.choose}
          required
        />
      </Act>
    </>
  );
}

const pageOf = ({ id }: Pick<File, "id">) => `/staff/members/${id}`;

/** Props of a field: what was typed into it, and what is wrong with it. */
function typed(call: StaffCallName, name: string, fallback = "") {
  const { values, fields } = staffForm(call);
  return { name, id: `${call}-${name}`, defaultValue: values[name] ?? fallback, error: fields[name] };
}

interface ActProps {
  call: StaffCallName;
  title: string;
  hint: string;
  submit: string;
  found: Pick<File, "id">;
  open?: boolean;
  danger?: boolean;
  children: ReactNode;
}

function Act({ call, title, hint, submit, found, open = false, danger, children }: ActProps) {
  return (
    <details id={call} open={open || staffForm(call).code !== null}>
      <summary>{title}</summary>
      <StaffForm call={call} className="stack" then={pageOf(found)}>
        <p className="muted">{hint}</p>
        <input name="id" type="hidden" value={found.id} />
        {children}
        <Button variant={danger ? "danger" : "secondary"}>{submit}</Button>
      </StaffForm>
    </details>
  );
}

function Notes({ found }: { found: File }) {
  return (
    <>
      <h2>{words.notes}</h2>
      {found.notes.length === 0 && <p className="muted">{WORDS.member.empty}</p>}
      {found.notes.map(({ id, by, text, created_at: at, removable }) => (
        <div className="stack" key={id}>
          <p className="muted small">
            <Time at={at} /> {words.by(by)}
          </p>
          <p className={css.note} dir="auto">
            {text}
          </p>
          {removable && (
            <StaffForm call="removeNote" then={pageOf(found)}>
              <input name="note" type="hidden" value={id} />
              <Button size="s" variant="quiet">
                {words.removeNote}
              </Button>
            </StaffForm>
          )}
        </div>
      ))}
      <Act call="addNote" found={found} hint={words.notesHint} submit={words.addNote} title={words.note}>
        <Textarea {...typed("addNote", "text")} dir="auto" label={words.note} maxLength={NOTE_TEXT.max} required rows={3} />
      </Act>
    </>
  );
}

function Letter({ found, letters, letter }: Props) {
  const chosen = letters.find(({ id }) => id === letter);
  const language = new Intl.DisplayNames("en", { type: "language" }).of(found.language) ?? found.language;
  return (
    <Act
      {...{ call: "writeToMember", found, title: words.letter, submit: words.send, open: chosen !== undefined }}
      hint={words.letterHint(language, LETTER_TEXT.min)}
    >
      <p className="small">
        {words.ready}{" "}
        {letters.map(({ id, title }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <a href={`${pageOf(found)}?letter=${id}#writeToMember`}>{title}</a>
          </span>
        ))}
      </p>
      <Textarea
        {...typed("writeToMember", "text", chosen?.text)}
        dir="auto"
        label={words.words}
        maxLength={LETTER_TEXT.max}
        minLength={LETTER_TEXT.min}
        required
        rows={6}
      />
    </Act>
  );
}

function TakeDown({ found }: { found: File }) {
  const photos = found.photos.flatMap(({ id, status }, index) =>
    status === "rejected" ? [] : [{ value: `photo ${id}`, label: words.photo(index + 1) }],
  );
  const answers = found.prompts.map(({ question }) => ({
    value: `prompt ${question}`,
    label: words.answer(promptName(question) ?? question),
  }));
  const options = [...photos, ...answers, { value: "texts", label: words.texts }, { value: "name", label: words.name }];
  return (
    <Act call="removeContent" danger found={found} hint={words.removeHint} submit={words.takeDown} title={words.remove}>
      <Select
        {...typed("removeContent", "content")}
        label={words.content}
        options={options}
        placeholder={WORDS.choose}
        required
      />
      <Select
        {...typed("removeContent", "reason")}
        label={words.reason}
        options={optionsOf(WORDS.report.decisionReasons)}
        placeholder={WORDS.choose}
        required
      />
      <Textarea
        {...typed("removeContent", "words")}
        dir="auto"
        hint={WORDS.member.decide.wordsHint(FACTS_TEXT.min)}
        label={WORDS.member.decide.words}
        maxLength={FACTS_TEXT.max}
        minLength={FACTS_TEXT.min}
        required
        rows={4}
      />
    </Act>
  );
}
