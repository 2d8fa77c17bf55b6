import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { call } from "#app/live/client.ts";
import { live, useLiveEvents, watchChats } from "#app/live/live.client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import { refreshSoon } from "#app/live/live-refresh.client.tsx";
import { localTexts } from "./local-drafts.client.ts";
import { isLastWord, type Rows, unreadIn, withDrafts, withMessage, withNewest, withOlder, withPresence } from "./rows.client.ts";
import { placeOf, restorePlace, savedRows, saveRows } from "./saved-rows.client.ts";

/** Delay in ms after the last key before a search. */
const TYPED = 200;

export interface RowsStart {
  member: string;
  first: Rows;
  /** The searched beginning of a name; empty for the whole list. */
  name: string;
  current?: string;
  /** Unread messages of all chats, loaded or not. */
  unread: number;
}

/** Delay in ms until the open chat has marked an arrival read. */
const READ_WITHIN = 400;

interface Found extends Rows {
  name: string;
}

/** The chat list: all chats by time, or those of a search. */
export function useRows(start: RowsStart) {
  const { member, first, name, current } = start;
  const [all, setAll] = useState<Rows | null>(name ? null : first);
  const [found, setFound] = useState<Found | null>(name ? { ...first, name } : null);
  const [typed, setTyped] = useState(name);
  const [failed, setFailed] = useState(false);
  // The field answers a key before the rows do.
  const search = useDeferredValue(typed.trim());

  const takeNewest = useCallback(
    (page: Rows) => {
      const texts = localTexts(member);
      setAll((now) => withDrafts(now ? withNewest(now, page) : page, texts));
    },
    [member],
  );
  // A page refresh brings a new first page.
  useEffect(() => {
    if (name) setFound((now) => (now?.name === name ? { ...first, name } : now));
    else takeNewest(first);
  }, [first, name, takeNewest]);
  useEffect(() => watchChats(takeNewest), [takeNewest]);

  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === "presence") setAll((now) => now && withPresence(now, event.profile, event.online));
        if (event.type === "message") setAll((now) => (now && withMessage(now, event.message, member, current)) ?? now);
      },
      [member, current],
    ),
  );
  useRefreshBeyond(start, all);

  const shown = search ? found?.name : "";
  const listed = all !== null;
  useEffect(() => {
    if (shown === search && (search || listed)) return;
    const stop = new AbortController();
    const ask = () =>
      call("chats", search ? { name: search } : {}, { signal: stop.signal, retries: 1 }).then(
        ({ chats, cursor }) => {
          setFailed(false);
          if (search) setFound({ ...withDrafts({ chats, cursor }, localTexts(member)), name: search });
          else takeNewest({ chats, cursor });
        },
        () => setFailed(!stop.signal.aborted),
      );
    const timer = setTimeout(ask, TYPED);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search, shown, listed, member, takeNewest]);

  // The rows shown so far stay until the search answers.
  const searched = search ? found : null;
  const rows = searched ?? all ?? { chats: [], cursor: null };
  const more = async () => {
    if (!rows.cursor) return 0;
    const { cursor } = rows;
    const page = withDrafts(await call("chats", { cursor, name: searched?.name }), localTexts(member));
    if (searched) setFound((now) => (now?.name === searched.name ? { ...now, ...withOlder(now, page, cursor) } : now));
    else setAll((now) => now && withOlder(now, page, cursor));
    return page.chats.length;
  };
  return { rows, all, found: searched, busy: shown !== search, failed, typed, setTyped, setAll, more };
}

/** Refetches the page where an event concerns a chat that is not loaded, or one read elsewhere. */
function useRefreshBeyond({ member, first, unread, current }: RowsStart, all: Rows | null) {
  const known = useRef(all);
  known.current = all;
  const elsewhere = useRef(0);
  elsewhere.current = useMemo(() => unread - unreadIn(first), [unread, first]);
  /** The open chat's arrivals since this page's data: the sums count one until its read mark is written. */
  const arrived = useRef(0);
  useEffect(() => {
    if (first) arrived.current = 0;
  }, [first]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        const rows = known.current;
        const isBeyond =
          event.type === "message"
            ? !rows || !withMessage(rows, event.message, member, current)
            : event.type === "changed" && (!rows || isLastWord(rows, event.conversation, event.message));
        if (isBeyond) refreshSoon();
        if (event.type === "message" && event.message.conversation === current && event.message.sender !== member)
          arrived.current++;
        if (event.type !== "counters" || timer.current) return;
        timer.current = setTimeout(() => {
          timer.current = undefined;
          const sum = live().getSnapshot().counters?.unread_messages ?? 0;
          const over = known.current ? sum - elsewhere.current - unreadIn(known.current) : -1;
          if (over < 0 || over > arrived.current) refreshSoon();
          if (over <= 0) arrived.current = 0;
        }, READ_WITHIN);
      },
      [member, current],
    ),
  );
}

/** Keeps rows and place while another page is open; the last opened chat is in sight on return. */
export function useSavedPlace({ member, name, first }: RowsStart, all: Rows | null, setAll: (rows: Rows) => void) {
  const list = useRef<HTMLUListElement>(null);
  const returned = useRef(false);
  const place = useRef<ReturnType<typeof placeOf>>(null);
  const [restored, setRestored] = useState(false);
  useLayoutEffect(() => {
    if (returned.current) return;
    returned.current = true;
    const before = name ? null : savedRows(member);
    if (!before) return;
    setAll(withNewest(before, first));
    place.current = before.place;
    setRestored(true);
  }, [member, name, first, setAll]);
  useLayoutEffect(() => {
    if (restored && place.current) restorePlace(scrollerOf(list.current), place.current);
    scrollToMarked(list.current);
  }, [restored]);
  useEffect(() => {
    const scroller = scrollerOf(list.current);
    // A page that is left has no points to probe.
    const look = () => {
      place.current = placeOf(scroller);
    };
    scroller?.addEventListener("scroll", look, { passive: true });
    return () => scroller?.removeEventListener("scroll", look);
  }, []);
  useEffect(() => {
    const leave = () => all && saveRows(member, all, place.current);
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [member, all]);
  return list;
}

const scrollerOf = (list: Element | null) => list?.closest("[data-scroller]") ?? null;

/** `scrollIntoView` would scroll the page as well. */
function scrollToMarked(list: Element | null): void {
  const [row, scroller] = [list?.querySelector("[aria-current], [data-last]"), scrollerOf(list)];
  if (!row || !scroller) return;
  const [at, box] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (at.bottom > box.bottom) scroller.scrollTop += at.bottom - box.bottom;
  else if (at.top < box.top) scroller.scrollTop += at.top - box.top;
}
