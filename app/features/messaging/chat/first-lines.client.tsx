"use client";
import { useThreeLines } from "#app/features/discovery/likes/three-lines.client.ts";
import css from "#app/features/discovery/members/icebreaker.module.css";
import { ButtonLink } from "#app/ui/button.tsx";

export interface FirstLine {
  /** Without scripts: the chat with the line in its field. */
  href: string;
  text: string;
  /** Null for a line that is sent as an ordinary message. */
  icebreaker: { code: string; price: number; differs: boolean; cost: string } | null;
}

interface FirstLinesProps {
  lines: readonly FirstLine[];
  /** Page of three lines, from 0. */
  first: number;
  texts: { lines: string; otherLines: string };
  /** The chat without a line. */
  chat: string;
  onFill(text: string): void;
}

/** A press fills the field and never sends. */
export function FirstLines({ lines, first, texts, chat, onFill }: FirstLinesProps) {
  const { shown, page, list, more } = useThreeLines(lines, first);
  if (lines.length === 0) return null;
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
                onFill(text);
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

/** The text after a line was chosen: another line is replaced, own words stay before it. */
export function withLine(typed: string, line: string, lines: readonly FirstLine[]): string {
  const own = typed.trim();
  return own === "" || lines.some(({ text }) => text === own) ? line : `${own} ${line}`;
}

/** What an unchanged icebreaker costs in place of a message; null for any other text. */
export function icebreakerIn(text: string, lines: readonly FirstLine[]): FirstLine["icebreaker"] {
  const words = text.trim();
  return lines.find((line) => line.text === words)?.icebreaker ?? null;
}
