"use client";
import { use } from "react";
import { useThreeLines } from "#app/features/discovery/likes/three-lines.client.ts";
import css from "#app/features/discovery/members/icebreaker.module.css";
import { ButtonLink } from "#app/ui/button.tsx";
import { FillField, type FirstLine } from "./first-lines.client.ts";

interface ReadyLinesProps {
  lines: readonly FirstLine[];
  /** Page of three lines, from 0. */
  first: number;
  texts: { lines: string; otherLines: string };
  /** The chat without a line. */
  chat: string;
}

/** A press fills the field and never sends. */
export function ReadyLines({ lines, first, texts, chat }: ReadyLinesProps) {
  const fill = use(FillField);
  const { shown, page, list, more } = useThreeLines(lines, first);
  return (
    <div className={css.ready}>
      <p>{texts.lines}</p>
      <ul className={css.lines} ref={list}>
        {shown.map(({ href, text, icebreaker }) => (
          <li key={href}>
            <ButtonLink
              className={css.line}
              href={page > 0 ? `${href}&lines=${page}` : href}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                fill(text);
              }}
              variant="secondary"
              wide
            >
              <span>
                {text}
                {icebreaker?.differs && <span className={css.cost}> {icebreaker.cost}</span>}
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {more && (
        <ButtonLink className={css.more} href={`${chat}?lines=${more.page}`} onClick={more.press} variant="quiet">
          {texts.otherLines}
        </ButtonLink>
      )}
    </div>
  );
}
