"use client";
import type { FormEvent, MouseEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Textarea } from "#app/ui/textarea.tsx";
import css from "./decide.module.css";
import type { Choice, ReadyWords } from "./queue-items.ts";

interface Props {
  choice: Choice;
  id: string;
  path: string;
  open: boolean;
  onOpen(open: boolean): void;
  /** `chosen`: ids of the ticked pictures, separated by spaces. */
  onDecide(reason?: string, chosen?: string): void;
  onType(text: string): void;
  written: string;
  ready: ReadyWords | undefined;
  error: string | undefined;
}

/** One choice with its reasons and words. Without scripts its form posts. A field of the item joins it by its attribute `form`. */
export function Decide({ choice, id, path, open, onOpen, onDecide, onType, written, ready, error }: Props) {
  const { decision, key, label, danger, reasons, words } = choice;
  const look = { size: "s", variant: danger ? "danger" : "primary" } as const;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const reason = button instanceof HTMLButtonElement && button.name === "reason" ? button.value : undefined;
    onDecide(reason, new FormData(event.currentTarget).getAll("chosen").join(" "));
  }
  const fields = (
    <>
      <input name="id" type="hidden" value={id} />
      <input name="decision" type="hidden" value={decision} />
    </>
  );
  if (reasons.length === 0 && !words)
    return (
      <form action={path} method="post" onSubmit={submit}>
        {fields}
        <Button {...look} aria-keyshortcuts={key}>
          {label} <kbd>{key}</kbd>
        </Button>
      </form>
    );
  return (
    <details
      className={cx(css.reasons, danger && css.danger)}
      onToggle={({ currentTarget: reasons }) => {
        if (reasons.open !== open) onOpen(reasons.open);
        if (reasons.open) reasons.scrollIntoView({ block: "nearest" });
      }}
      open={open}
    >
      <summary aria-keyshortcuts={key}>
        {label} <kbd>{key}</kbd>
      </summary>
      <form action={path} id={`decide-${id}-${decision}`} method="post" onSubmit={submit}>
        {fields}
        {words && (
          <Textarea
            autoFocus={open && words.required}
            defaultValue={written}
            dir="auto"
            error={error}
            fieldClassName={css.words}
            hint={words.hint}
            id={`words-${id}-${decision}`}
            key={`${open}`}
            label={words.label}
            maxLength={words.max}
            name="words"
            onChange={(event) => onType(event.currentTarget.value)}
            required={words.required}
            rows={4}
          />
        )}
        {words && ready && ready.answers.length > 0 && <Ready onType={onType} ready={ready} />}
        {words && reasons.length === 0 && <Button size="s">{words.submit}</Button>}
        {reasons.map((reason, index) => (
          <Button key={reason.code} name="reason" size="s" value={reason.code} variant="secondary">
            <kbd>{index + 1}</kbd> {reason.label}
          </Button>
        ))}
      </form>
    </details>
  );
}

/** Inserts at the caret of the words of the form. Hidden without scripts, where a press would do nothing. */
function Ready({ ready: { label, answers }, onType }: { ready: ReadyWords; onType(text: string): void }) {
  function insert({ currentTarget }: MouseEvent<HTMLButtonElement>, text: string): void {
    const field = currentTarget.form?.elements.namedItem("words");
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.focus();
    onType(field.value);
  }
  return (
    <fieldset className={css.ready}>
      <legend>{label}</legend>
      {answers.map(({ id, title, text }) => (
        <Button key={id} onClick={(event) => insert(event, text)} size="s" type="button" variant="quiet">
          {title}
        </Button>
      ))}
    </fieldset>
  );
}
