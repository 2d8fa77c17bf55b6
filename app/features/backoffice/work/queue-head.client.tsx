"use client";
import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Clock, type ClockWords, type Count } from "./clock.shared.tsx";
import { afterDecisions } from "./post.client.ts";
import css from "./work.module.css";

export interface HeadWords {
  take: string;
  takeKey: string;
  giveBack: string;
}

interface Props {
  title: string;
  kind: string;
  count: Count | undefined;
  forms: { take: string; giveBack: string };
  words: HeadWords & { clock: ClockWords };
  children: ReactNode;
}

export function QueueHead({ title, kind, count, forms, words, children }: Props) {
  const { free = 0, mine = 0 } = count ?? {};
  return (
    <div className={css.head}>
      <h1>{title}</h1>
      {count && <Clock count={count} words={words.clock} />}
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
      <div className={css.news}>{children}</div>
    </div>
  );
}
