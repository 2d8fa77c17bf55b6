"use client";
import { type FormEvent, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Textarea } from "#app/ui/textarea.tsx";
import { type ClockWords, type Count, countNow } from "./clock.shared.tsx";
import { type HeadWords, QueueHead } from "./queue-head.client.tsx";
import type { Choice, QueueItem } from "./queue-items.ts";
import { useDecisions } from "./use-decisions.client.ts";
import { useKeys } from "./use-keys.client.ts";
import css from "./work.module.css";

interface Props {
  items: QueueItem[];
  choices: Choice[];
  page: string;
  paths: { decide: string; undo: string };
  count: (Count & { kind: string; late: string[]; soon: string[] }) | undefined;
  /** Actions of the forms. Only taking and giving back use theirs with scripts. */
  forms: { decide: string; undo: string; take: string; giveBack: string };
  words: { undo: string; outcome: string; failed: string; waiting: string; undone: string; clock: ClockWords } & HeadWords & {
      refusals: Readonly<Record<string, string>>;
    };
}

/** One's leased work. j and k move, the keys of the choices decide, u undoes. Without scripts its forms post. */
export function WorkQueue({ items, choices, page, count, paths, forms, words }: Props) {
  const list = useRef<HTMLOListElement>(null);
  function focus(id: string | undefined): void {
    const item = id && list.current?.querySelector<HTMLElement>(`[data-item="${id}"]`);
    if (!item) return;
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: "nearest" });
  }

  function next(from: string, step: 1 | -1, undecided: boolean): string | undefined {
    const at = items.findIndex(({ id }) => id === from);
    const order = step === 1 ? items.slice(at + 1) : items.slice(0, Math.max(at, 0)).reverse();
    return order.find((item) => !undecided || isWaiting(item))?.id;
  }

  const afterDecision = ({ id }: QueueItem) => focus(next(id, 1, true) ?? id);
  const afterUndo = ({ id }: QueueItem) => focus(id);
  const decisions = useDecisions({ items, paths, words, afterDecision, afterUndo });
  const { decide, undo, openReasons, isWaiting, isOpen, latestDecided, rendered } = decisions;
  const left = items.filter((item) => rendered.decisionOf(item) === null).length;

  function choicesOf(item: QueueItem | undefined): Choice[] {
    const may = item?.reasons;
    return may ? choices.map((one) => ({ ...one, reasons: one.reasons.filter(({ code }) => may.includes(code)) })) : choices;
  }

  useKeys({ items, choices, choicesOf, decide, undo, focus, next, openReasons, isWaiting, isOpen, latestDecided });

  return (
    <>
      {count && <QueueHead count={countNow(count, items, rendered.decisionOf)} forms={forms} kind={count.kind} words={words} />}
      <p aria-live="polite" className={css.said} role="status">
        {rendered.said || (items.length > 0 && words.waiting.replace("#", String(left)))}
      </p>
      <ol className={css.items} ref={list}>
        {items.map((item) => {
          const decision = rendered.decisionOf(item);
          const choice = choices.find((one) => one.decision === decision);
          return (
            <li
              aria-label={item.label}
              className={cx(css.item, decision && css.decided)}
              data-item={item.id}
              data-state={decision ?? "waiting"}
              key={item.id}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: j and k move between the items
              tabIndex={0}
            >
              {item.body}
              <div className={css.choices}>
                {decision === null
                  ? choicesOf(item).map((one) => (
                      <Decide
                        choice={one}
                        error={rendered.errorOf(item, one)}
                        id={item.id}
                        key={one.decision}
                        onDecide={(reason) => void decide(item, one, reason)}
                        onOpen={(is) => decisions.setOpen(item, one, is)}
                        onType={(text) => decisions.setTyped(item, one, text)}
                        open={rendered.isOpen(item, one)}
                        path={forms.decide}
                        written={decisions.wordsOf(item, one)}
                      />
                    ))
                  : choice && (
                      <form
                        action={forms.undo}
                        method="post"
                        onSubmit={(event) => {
                          event.preventDefault();
                          void undo(item);
                        }}
                      >
                        <input name="id" type="hidden" value={item.id} />
                        <strong>{decisions.isFixed(item) ? (choice.fixed ?? choice.done) : choice.done}</strong>
                        {!decisions.isFixed(item) && (
                          <Button aria-keyshortcuts="u" size="s" variant="quiet">
                            {words.undo}
                          </Button>
                        )}
                        {decisions.isFixed(item) && choice.fixed && <a href={page}>{words.outcome}</a>}
                      </form>
                    )}
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface DecideProps {
  choice: Choice;
  id: string;
  path: string;
  open: boolean;
  onOpen(open: boolean): void;
  onDecide(reason?: string): void;
  onType(text: string): void;
  written: string;
  error: string | undefined;
}

function Decide({ choice, id, path, open, onOpen, onDecide, onType, written, error }: DecideProps) {
  const { decision, key, label, danger, reasons, words } = choice;
  const look = { size: "s", variant: danger ? "danger" : "primary" } as const;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter;
    onDecide(button instanceof HTMLButtonElement && button.name === "reason" ? button.value : undefined);
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
      <form action={path} method="post" onSubmit={submit}>
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
