"use client";
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { keyOf } from "#app/ui/keys.ts";
import { type Found, type FoundPaths, findMembers } from "./find-members.client.ts";
import css from "./palette.module.css";
import { type Destination, matching } from "./palette.shared.ts";

interface Props {
  pages: readonly Destination[];
  /** Searches for members without scripts. */
  searchPage: string;
  paths: FoundPaths;
  words: Record<"open" | "label" | "hint" | "find" | "more" | "searching" | "nobody" | "failed" | "waits" | "keys", string>;
}

/** A row of the list: a page that opens, the search, or the rest of its names. */
type Row = Destination | "find" | "more";

/**
 * Cmd+K or Ctrl+K: any page or queue by a part of its name, any member by what the search takes. A search is made by Enter, not
 * while one types: each leaves rows in the audit log.
 */
export function Palette({ pages, searchPage, paths, words }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [found, setFound] = useState<Found | null>(null);
  const [said, setSaid] = useState("");
  const text = typed.trim();
  const rows: Row[] = found
    ? [...found.rows, ...(found.more ? (["more"] as const) : []), ...matching(pages, text)]
    : [...matching(pages, text), ...(text ? (["find"] as const) : [])];
  const chosen = Math.min(at, rows.length - 1);

  /** The field is there before the dialog gives it the focus. */
  const show = () => {
    flushSync(() => setOpen(true));
    if (!dialog.current?.open) dialog.current?.showModal();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads nothing that another rendering changes
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (keyOf(event).toLowerCase() !== "k" || event.altKey || event.shiftKey || event.metaKey === event.ctrlKey) return;
      event.preventDefault();
      if (dialog.current?.open) dialog.current.close();
      else show();
    };
    document.addEventListener("keydown", press);
    // On a phone the bar scrolls sideways.
    document.querySelector("header nav [aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
    return () => document.removeEventListener("keydown", press);
  }, []);

  function type(value: string): void {
    setTyped(value);
    setAt(0);
    setFound(null);
    setSaid("");
  }

  async function choose(row: Row | undefined): Promise<void> {
    if (!row) return;
    if (typeof row !== "string") return location.assign(row.href);
    setSaid(words.searching);
    const before = row === "more" ? (found?.rows ?? []) : [];
    const answer = await findMembers({ query: text, after: row === "more" ? found?.more : undefined }, paths, pages, words);
    if (typeof answer === "string") return setSaid(answer);
    if (before.length > 0) {
      setSaid("");
      return setFound({ ...answer, rows: [...before, ...answer.rows] });
    }
    const [only] = answer.rows;
    if (only && answer.rows.length === 1) return location.assign(only.href);
    setFound(answer);
    setSaid(only ? "" : words.nobody);
  }

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event.nativeEvent)];
    if (!step || rows.length === 0) return;
    event.preventDefault();
    const next = (chosen + step + rows.length) % rows.length;
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  }

  const close = () => {
    type("");
    setOpen(false);
  };
  const open = (event: MouseEvent) => {
    event.preventDefault();
    show();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void choose(rows[chosen]);
  };
  return (
    <>
      <a aria-keyshortcuts="Meta+K Control+K" className={css.opener} href={searchPage} onClick={open}>
        <Icon name="search" size="s" />
        <span className="visually-hidden">{words.open}</span>
        <span className={css.key}>{useKeyName()}</span>
      </a>
      <dialog {...{ closedby: "any" }} aria-label={words.label} className={css.dialog} onClose={close} ref={dialog}>
        {isOpen && (
          <>
            <form className={css.form} onSubmit={submit}>
              <Icon name="search" size="s" />
              <input
                aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
                aria-autocomplete="list"
                aria-controls={id}
                aria-expanded
                aria-label={words.hint}
                autoCapitalize="none"
                autoComplete="off"
                autoFocus
                className={css.input}
                maxLength={300}
                onChange={(event) => type(event.currentTarget.value)}
                onKeyDown={move}
                placeholder={words.hint}
                role="combobox"
                spellCheck={false}
                value={typed}
              />
            </form>
            <p aria-live="polite" className={cx(css.said, !said && css.silent)} role="status">
              {said}
            </p>
            <div aria-label={words.label} className={css.list} id={id} role="listbox">
              {rows.map((row, index) => {
                const option =
                  typeof row === "string" ? { href: row, label: words[row].replace("#", text), note: "", member: true } : row;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
                  <div
                    aria-selected={index === chosen}
                    className={css.option}
                    id={`${id}-${index}`}
                    key={option.href}
                    onClick={() => void choose(row)}
                    role="option"
                    tabIndex={-1}
                  >
                    <Icon name={option.member ? "user" : "chevron-right"} size="s" />
                    <bdi>{option.label}</bdi>
                    <span className={css.note}>{option.note}</span>
                  </div>
                );
              })}
            </div>
            <p className={css.keys}>{words.keys}</p>
          </>
        )}
      </dialog>
    </>
  );
}

const never = () => () => {};

function useKeyName(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? "Cmd K" : "Ctrl K"),
    () => "Ctrl K",
  );
}
