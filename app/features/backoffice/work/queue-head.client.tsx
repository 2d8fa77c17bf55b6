"use client";
import { Button } from "#app/ui/button.tsx";
import { Clock, type ClockWords, type Count } from "./clock.shared.tsx";
import { afterDecisions } from "./post.client.ts";
import css from "./work.module.css";

export interface HeadWords {
  take: string;
  takeKey: string;
  giveBack: string;
  keys: string;
}

interface Props {
  kind: string;
  count: Count;
  forms: { take: string; giveBack: string };
  words: HeadWords & { clock: ClockWords };
}

export function QueueHead({ kind, count, forms, words }: Props) {
  const { free, mine } = count;
  return (
    <div className={css.head}>
      <Clock count={count} words={words.clock} />
      {free > 0 && (
        <form action={forms.take} method="post" onSubmit={afterDecisions}>
          <input name="kind" type="hidden" value={kind} />
          <Button aria-keyshortcuts="n" data-key="n" size="s" variant={mine === 0 ? "primary" : "secondary"}>
            {words.take} <kbd>{words.takeKey}</kbd>
          </Button>
        </form>
      )}
      {mine > 0 && (
        <form action={forms.giveBack} method="post" onSubmit={afterDecisions}>
          <input name="kind" type="hidden" value={kind} />
          <Button size="s" variant="quiet">
            {words.giveBack}
          </Button>
        </form>
      )}
      {mine > 0 && <p className="muted">{words.keys}</p>}
    </div>
  );
}
