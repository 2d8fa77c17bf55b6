"use client";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { type ClockWords, type Count, countNow } from "./clock.shared.tsx";
import { Decide } from "./decide.client.tsx";
import deciding from "./decide.module.css";
import css from "./queue.module.css";
import { setWaiting } from "./queue-counts.client.tsx";
import { type HeadWords, QueueHead } from "./queue-head.client.tsx";
import type { Choice, QueueItem } from "./queue-items.ts";
import { QueueList } from "./queue-list.client.tsx";
import type { TimeLeftWords } from "./time-left.shared.ts";
import { useDecisions } from "./use-decisions.client.ts";
import { useKeys } from "./use-keys.client.ts";
import { usePictures } from "./use-pictures.client.ts";
import work from "./work.module.css";

interface Props {
  title: string;
  items: QueueItem[];
  choices: Choice[];
  page: string;
  paths: { decide: string; undo: string };
  count: (Count & { kind: string; late: string[]; soon: string[] }) | undefined;
  /** Actions of the forms. Only taking and giving back use theirs with scripts. */
  forms: { decide: string; undo: string; take: string; giveBack: string };
  /** Ms. */
  now: number;
  words: Words;
}

type Words = Record<
  | "undo"
  | "undoKey"
  | "outcome"
  | "failed"
  | "offline"
  | "follows"
  | "waiting"
  | "allDone"
  | "undone"
  | "list"
  | "empty"
  | "notForYou"
  | "takeHint",
  string
> &
  HeadWords & {
    clock: ClockWords;
    timeLeft: TimeLeftWords;
    refusals: Readonly<Record<string, string>>;
    /** Keys and what they do. */
    legend: readonly (readonly [keys: string, does: string])[];
  };

/**
 * One's leased work: a list, the item in hand, and its member with the decisions. j and k move, the keys of the choices
 * decide, u undoes. Without scripts all items stand below each other, and their forms post.
 */
export function WorkQueue({ title, items, choices, page, count, paths, forms, now, words }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(() => firstOf(items)?.id);
  // Keys may come faster than React renders.
  const here = useRef(current);

  function focus(id: string | undefined): void {
    if (!id) return;
    here.current = id;
    // A hidden item takes no focus.
    flushSync(() => setCurrent(id));
    const item = list.current?.querySelector<HTMLElement>(`[data-item="${id}"]`);
    item?.focus({ preventScroll: true });
    if (item && item.getBoundingClientRect().top < 0) item.scrollIntoView({ block: "start" });
  }

  function next(from: string | undefined, step: 1 | -1, undecided: boolean): string | undefined {
    const at = items.findIndex(({ id }) => id === from);
    const order = step === 1 ? items.slice(at + 1) : items.slice(0, Math.max(at, 0)).reverse();
    return order.find((item) => !undecided || isWaiting(item))?.id;
  }

  const afterDecision = ({ id }: QueueItem) => focus(next(id, 1, true) ?? items.find(isWaiting)?.id ?? id);
  const backTo = ({ id }: QueueItem) => focus(id);
  const decisions = useDecisions({ items, paths, words, afterDecision, backTo });
  const { decide, undo, openReasons, isWaiting, isOpen, latestDecided, rendered } = decisions;
  const waiting = items.filter((item) => rendered.decisionOf(item) === null);
  const counted = count && countNow(count, items, rendered.decisionOf);
  const at = items.findIndex(({ id }) => id === current);
  usePictures(
    list,
    items.slice(at + 1).flatMap((item) => (waiting.includes(item) ? [item.id] : [])),
  );
  useEffect(() => {
    if (count && counted) setWaiting(count.kind, counted.waiting);
  });

  function choicesOf(item: QueueItem | undefined): Choice[] {
    const { reasons: may, decisions } = item ?? {};
    const shown = decisions ? choices.filter(({ decision }) => decisions.includes(decision)) : choices;
    return may ? shown.map((one) => ({ ...one, reasons: one.reasons.filter(({ code }) => may.includes(code)) })) : shown;
  }

  useKeys({
    ...{ items, choicesOf, decide, undo, focus, next, openReasons, isWaiting, isOpen, latestDecided },
    here: () => here.current,
  });

  const choiceOf = (item: QueueItem) => choices.find((one) => one.decision === rendered.decisionOf(item));
  return (
    <>
      <QueueHead count={counted} forms={forms} kind={count?.kind ?? ""} title={title} words={words}>
        <p aria-live="polite" className={work.said} role="status">
          {rendered.said ||
            (items.length > 0 && words[waiting.length > 0 ? "waiting" : "allDone"].replace("#", `${waiting.length}`))}
        </p>
        {rendered.undoable && (
          <Button onClick={() => void undo(rendered.undoable as QueueItem)} size="s" type="button" variant="secondary">
            {words.undo} <kbd>{words.undoKey}</kbd>
          </Button>
        )}
      </QueueHead>
      {items.length === 0 && (
        <p className={work.empty}>{counted?.free ? words.takeHint : counted?.waiting ? words.notForYou : words.empty}</p>
      )}
      <div className={cx(css.queue, items.some(({ picture }) => picture) && css.pictures, items.length === 0 && css.none)}>
        <QueueList
          current={current}
          doneOf={(item) => choiceOf(item)?.done ?? rendered.decisionOf(item)}
          items={items}
          label={words.list}
          now={now}
          onChoose={focus}
          words={words.timeLeft}
        />
        <ol className={css.items} ref={list}>
          {items.map((item) => {
            const decision = rendered.decisionOf(item);
            const choice = choiceOf(item);
            return (
              <li
                aria-label={item.label}
                className={cx(css.item, decision && css.decided)}
                data-current={item.id === current || undefined}
                data-item={item.id}
                data-state={decision ?? "waiting"}
                id={`item-${item.id}`}
                key={item.id}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: j and k move between the items
                tabIndex={0}
              >
                <div className={css.subject}>{item.body}</div>
                <div className={css.side}>
                  {item.person}
                  <div className={deciding.choices}>
                    {decisions.problemOf(item) && <p className={deciding.problem}>{decisions.problemOf(item)}</p>}
                    {decision === null
                      ? choicesOf(item).map((one) => (
                          <Decide
                            choice={one}
                            error={rendered.errorOf(item, one)}
                            id={item.id}
                            key={one.decision}
                            onDecide={(reason, chosen) => void decide(item, one, reason, chosen)}
                            onOpen={(is) => decisions.setOpen(item, one, is)}
                            onType={(text) => decisions.setTyped(item, one, text)}
                            open={rendered.isOpen(item, one)}
                            path={forms.decide}
                            ready={item.ready}
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
                            <input name="id" type="hidden" value={item.lead ?? item.id} />
                            <strong>{decisions.isFixed(item) ? (choice.fixed ?? choice.done) : choice.done}</strong>
                            {decisions.isFollowing(item) && <span className={deciding.follows}>{words.follows}</span>}
                            {!decisions.isFixed(item) && (
                              <Button aria-keyshortcuts="u" size="s" variant="quiet">
                                {words.undo}
                              </Button>
                            )}
                            {decisions.isFixed(item) && choice.fixed && <a href={page}>{words.outcome}</a>}
                          </form>
                        )}
                  </div>
                  <dl className={css.legend}>
                    {words.legend.map(([keys, does]) => (
                      <div key={keys}>
                        <dt>
                          {keys.split(" ").map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </dt>
                        <dd>{does}</dd>
                      </div>
                    ))}
                  </dl>
                </div>
              </li>
            );
          })}
        </ol>
      </div>
    </>
  );
}

/** Where one begins: a form that was refused, else the first that waits. */
function firstOf(items: QueueItem[]): QueueItem | undefined {
  return items.find(({ refused }) => refused) ?? items.find(({ decision }) => decision === null) ?? items[0];
}
