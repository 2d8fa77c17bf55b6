import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { FACTS_TEXT, MEMBER_DECISIONS, type MemberDecision } from "#worker/people/reports/decisions.vocabulary.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";

type Preview = Awaited<ReturnType<StaffBackend["fraudPreview"]>>;
type File = Awaited<ReturnType<StaffBackend["memberFile"]>>;

/** Warns, mutes, bans and lifts; the last decision can be undone until its effect. */
export function MemberDecide({
  found,
  fraud,
}: {
  found: Pick<File, "id" | "begun" | "banned" | "muted_until">;
  /** Sums of a removal for fraud, once they were asked for. */
  fraud: Preview | null;
}) {
  const words = WORDS.member.decide;
  const page = `/staff/members/${found.id}`;
  const possible = MEMBER_DECISIONS.filter((one) => isPossible(one, found));
  const { values, fields } = refusedOf(possible);
  // Lifting needs neither reason nor words.
  const strict = !possible.some((one) => one.startsWith("lift"));
  const reasons = Object.entries(WORDS.report.decisionReasons).map(([value, label]) => ({ value, label }));
  return (
    <section aria-labelledby="decide" className="stack">
      <h2 id="decide">{words.title}</h2>
      {found.begun ? (
        <Begun begun={found.begun} page={page} />
      ) : (
        <StaffForm className="stack" call="decideMember" then={page}>
          <input name="id" type="hidden" value={found.id} />
          <p className="muted">{words.hint}</p>
          <Select
            defaultValue={values.decision}
            error={fields.decision}
            label={words.decision}
            name="decision"
            options={possible.map((value) => ({ value, label: words.kinds[value] }))}
            placeholder={WORDS.choose}
            required
          />
          <Select
            defaultValue={values.reason}
            error={fields.reason}
            label={words.reason}
            name="reason"
            options={reasons}
            placeholder={words.noReason}
            required={strict}
          />
          <Textarea
            defaultValue={values.words}
            dir="auto"
            error={fields.words}
            hint={words.wordsHint(FACTS_TEXT.min)}
            label={words.words}
            maxLength={FACTS_TEXT.max}
            minLength={strict ? FACTS_TEXT.min : undefined}
            name="words"
            required={strict}
            rows={4}
          />
          <Button variant="danger">{words.submit}</Button>
        </StaffForm>
      )}
      {!found.begun && (fraud ? <Fraud fraud={fraud} id={found.id} /> : <a href={`${page}?fraud=1`}>{words.preview}</a>)}
    </section>
  );
}

function Fraud({ fraud: { members, entries, credits, since }, id }: { fraud: Preview; id: string }) {
  const words = WORDS.member.decide;
  const { values, fields } = refusedOf(["fraud"]);
  return (
    <StaffForm className="stack" call="decideMember" then={`/staff/members/${id}`}>
      <h3>{words.fraud}</h3>
      <p>
        <strong>{words.fraudSums(members, entries, credits, since.slice(0, 10))}</strong>
      </p>
      <p className="muted">{words.fraudHint}</p>
      <input name="id" type="hidden" value={id} />
      <input name="decision" type="hidden" value="fraud" />
      <Textarea
        defaultValue={values.words}
        dir="auto"
        error={fields.words}
        hint={words.wordsHint(FACTS_TEXT.min)}
        id="fraud-words"
        label={words.words}
        maxLength={FACTS_TEXT.max}
        minLength={FACTS_TEXT.min}
        name="words"
        required
        rows={4}
      />
      <Button variant="danger">{words.fraud}</Button>
    </StaffForm>
  );
}

/** The refused form, if it had one of these decisions. */
function refusedOf(decisions: readonly MemberDecision[]): Pick<FormState, "values" | "fields"> {
  const form = staffForm("decideMember");
  return decisions.some((one) => one === form.values.decision) ? form : { values: {}, fields: {} };
}

function Begun({ begun, page }: { begun: NonNullable<File["begun"]>; page: string }) {
  const words = WORDS.member.decide;
  if (begun.undo_until === null) return <p>{words.waits}</p>;
  const label = Object.entries(words.kinds).find(([kind]) => kind === begun.decision)?.[1] ?? words.removal;
  return (
    <StaffForm className="stack" call="undoWork" then={page}>
      <input name="id" type="hidden" value={begun.item} />
      <p>
        <strong>{words.begun(label)}</strong>
      </p>
      <Button variant="secondary">{words.undo}</Button>
    </StaffForm>
  );
}

function isPossible(decision: MemberDecision, { banned, muted_until: muted }: Pick<File, "banned" | "muted_until">): boolean {
  // A removal for fraud needs a preview of the sums first.
  if (decision === "fraud") return false;
  if (decision === "lift_mute") return muted !== null;
  return decision === "lift_ban" ? banned : !(decision === "ban" && banned);
}
