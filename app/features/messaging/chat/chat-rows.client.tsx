"use client";
import { type MouseEvent, memo, useEffect, useLayoutEffect, useRef } from "react";
import { giftName } from "#app/features/messaging/gifts/gift-name.shared.ts";
import { CountBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { counted } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { More } from "#app/ui/more.client.tsx";
import type { ChatRow as Row } from "#worker/messaging/chat/chat.contract.ts";
import type { Reader } from "#worker/platform/dates.ts";
import { callWords } from "./call-words.client.ts";
import css from "./chat-row.module.css";
import { ChatRow } from "./chat-row.shared.tsx";
import type { ListTexts } from "./list-texts.ts";
import { rowId } from "./saved-rows.client.ts";
import { shortTime } from "./short-time.client.ts";
import { type RowsStart, useRows, useSavedPlace } from "./use-rows.client.ts";

export interface ChatRowsProps extends RowsStart {
  /** Profile of the last opened chat. */
  last: string | null;
  reader: Reader;
  now: number;
  cdn: string;
  texts: ListTexts;
}

/** Complete on the server, search form included; live after hydration. */
export function ChatRows(props: ChatRowsProps) {
  const { name, current, last, reader, now, cdn, texts } = props;
  const { rows, all, found, busy, failed, typed, setTyped, setAll, more } = useRows(props);
  const list = useSavedPlace(props, all, setAll);
  const field = useRef<HTMLInputElement>(null);
  // The browser restores the field on return, and text typed before hydration exists only there.
  useLayoutEffect(() => setTyped(field.current?.value ?? ""), [setTyped]);
  const searched = found?.name ?? "";
  useEffect(() => {
    if (location.pathname !== "/chats" || searched === name) return;
    history.replaceState(history.state, "", searched ? `/chats?name=${encodeURIComponent(searched)}` : "/chats");
  }, [searched, name]);
  const clear = (event: MouseEvent) => {
    event.preventDefault();
    if (field.current) field.current.value = "";
    setTyped("");
    field.current?.focus();
  };

  const rowProps = { reader, now, cdn, texts, open: current, last };
  const next = rows.cursor && new URLSearchParams({ ...(searched && { name: searched }), cursor: rows.cursor });
  return (
    <>
      <search className={css.search}>
        <form action="/chats" onSubmit={(event) => event.preventDefault()} noValidate>
          <Icon name="search" size="s" />
          <input
            aria-label={texts.find}
            autoComplete="off"
            className={css.find}
            defaultValue={name}
            enterKeyHint="search"
            maxLength={100}
            name="name"
            onInput={(event) => setTyped(event.currentTarget.value)}
            placeholder={texts.placeholder}
            ref={field}
            type="search"
          />
          <Button className={css.submit} size="s">
            {texts.submit}
          </Button>
        </form>
      </search>
      {failed && typed.trim() && <p role="alert">{texts.findFailed}</p>}
      <p className="visually-hidden" role="status">
        {found && found.chats.length > 0 && !found.cursor && counted(texts.found, found.chats.length, reader.locale)}
        {found?.chats.length === 0 && texts.noneText.replace("{{name}}", () => found.name)}
      </p>
      {/* Hidden during a search: its end does not build thousands of rows anew. */}
      <ul aria-busy={busy} aria-label={texts.title} className={css.list} hidden={found !== null} ref={list}>
        {all?.chats.map((row, index) => (
          <MemoRow
            {...rowProps}
            id={rowId(row.conversation.id)}
            key={row.conversation.id}
            lazy={index >= FIRST_SCREEN}
            row={row}
          />
        ))}
      </ul>
      {found && (
        <ul aria-busy={busy} aria-label={texts.title} className={css.list}>
          {found.chats.map((row) => (
            <MemoRow {...rowProps} key={row.conversation.id} row={row} />
          ))}
        </ul>
      )}
      {found?.chats.length === 0 && (
        <EmptyState
          action={
            <form action="/chats" noValidate>
              <Button onClick={clear} variant="secondary">
                {texts.clear}
              </Button>
            </form>
          }
          icon="search"
          title={texts.noneTitle}
        >
          {texts.noneText.replace("{{name}}", () => found.name)}
        </EmptyState>
      )}
      <More
        begun={rows.chats.length > props.first.chats.length}
        key={searched}
        language={reader.locale}
        load={more}
        next={next ? { href: `/chats?${next}`, label: texts.more } : null}
        texts={{ failed: texts.moreFailed, added: texts.added }}
      />
    </>
  );
}

/** Rows that a high window may show at once. */
const FIRST_SCREEN = 12;

type RowProps = Pick<ChatRowsProps, "reader" | "now" | "cdn" | "texts" | "last"> & {
  row: Row;
  open: string | undefined;
  id?: string;
  lazy?: boolean;
};

const isOpen = ({ row, open }: RowProps) => row.conversation.id === open;
const isLast = ({ row, open, last }: RowProps) => !open && row.profile.id === last;
const MemoRow = memo(OneRow, (a, b) => a.row === b.row && a.now === b.now && isOpen(a) === isOpen(b) && isLast(a) === isLast(b));

function OneRow(props: RowProps) {
  const { row, reader, now, cdn, texts, id, lazy } = props;
  const { conversation, profile, num_unread_messages: unread, last_message: said, muted, draft, goodbye } = row;
  const at = said ? Date.parse(said.created_at) : null;
  return (
    <li className={css.item} id={id}>
      <ChatRow
        avatar={profile.main_image && cdn + profile.main_image.thumb_filename}
        current={isOpen(props)}
        dateTime={said?.created_at}
        draft={draft !== null && !goodbye}
        fictional={profile.fictional && texts.fictional}
        href={`/chats/${conversation.id}`}
        last={isLast(props)}
        lazy={lazy}
        muted={muted && texts.muted}
        name={profile.name}
        online={profile.online && texts.online}
        text={
          goodbye
            ? texts.goodbye
            : draft === null
              ? lineOf(said, texts)
              : texts.draft.replace("{{text}}", () => draft.replace(/\s+/g, " "))
        }
        time={at === null ? undefined : shortTime(at, Math.max(now, at), reader)}
        turn={waits(props) && texts.turn}
        unread={unread > 0 && <CountBadge count={unread} label={counted(texts.unread, unread, reader.locale)} />}
      />
    </li>
  );
}

/** In ms: a chat that rests longer waits for nobody, as on the cards above the list. */
const LIVELY = 30 * 24 * 3_600_000;

function waits({ row: { last_message: said, num_unread_messages: unread, muted, draft, goodbye }, now }: RowProps): boolean {
  if (!said || said.own || unread > 0 || muted || draft !== null || goodbye) return false;
  return now - Date.parse(said.created_at) < LIVELY;
}

function lineOf(said: Row["last_message"], texts: ListTexts): string {
  if (!said) return "";
  const text = said.gift
    ? texts.gift.replace("{{name}}", giftName(said.gift, texts.gifts))
    : said.photo
      ? texts.photo
      : said.call
        ? callWords(said.call, texts.call)
        : said.voice
          ? texts.voice
          : said.text;
  return (said.by_staff ? texts.byStaff : said.own ? texts.own : "{{text}}").replace("{{text}}", () => text);
}
