import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { CallError, call } from "#app/live/client.ts";
import { refreshPage } from "#app/page/page.ts";
import type { OwnPhoto } from "#worker/discovery/photos/photos.contract.ts";
import { fill } from "./fill.client.ts";
import type { Change, PhotoEditorProps } from "./photo-editor-props.ts";
import { type OnDrop, type Places, placesIn, settle } from "./sorting.client.ts";

type Said = { text: string; failed?: boolean };

/** The photos as the server last told them, or as just put in order. */
export function useOwnPhotos({ photos, texts }: PhotoEditorProps, list: RefObject<HTMLUListElement | null>) {
  const [own, setOwn] = useState(photos);
  const [said, setSaid] = useState<Said>({ text: "" });
  const latest = useRef(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const sure = useRef(photos);
  const underWay = useRef(0);

  const moving = useRef<{ before: Places; focus: Element | null; panel: HTMLElement | null }>(null);

  /** Shows an order with the tiles moving to their places. */
  const place = useCallback(
    (next: (now: OwnPhoto[]) => OwnPhoto[], before?: Places) => {
      if (!list.current) return;
      const panel = document.querySelector<HTMLElement>("[popover]:popover-open");
      moving.current = { before: before ?? placesIn(list.current), focus: document.activeElement, panel };
      setOwn(next);
    },
    [list],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tiles have moved
  useLayoutEffect(() => {
    const was = moving.current;
    moving.current = null;
    if (!was || !list.current) return;
    settle(list.current, was.before);
    keepUsed(was.focus as HTMLElement | null, was.panel);
  }, [own, list]);

  // A page read before a change would undo it; the answer to the change refreshes the page again.
  useEffect(() => {
    sure.current = photos;
    if (underWay.current === 0) place(() => photos);
  }, [photos, place]);

  // One change after the other; only the answer to the last one is shown.
  const change = useCallback<Change>(
    async (work, done) => {
      const turn = ++latest.current;
      underWay.current++;
      const answer = queue.current.then(work);
      queue.current = answer.catch(() => {});
      try {
        const { photos: next } = await answer;
        sure.current = next;
        if (turn === latest.current) {
          place(() => next);
          setSaid({ text: done });
          void refreshPage();
        }
        return true;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setSaid({ text: error.fields[0]?.message || error.message || texts.lost, failed: true });
        place(() => sure.current);
        void refreshPage();
        return false;
      } finally {
        underWay.current--;
      }
    },
    [place, texts.lost],
  );

  const reorder = useCallback<OnDrop>(
    (ids, moved, before) => {
      const at = new Map(ids.map((id, index) => [id, index]));
      const wanted = (all: OwnPhoto[]) => all.toSorted((a, b) => (at.get(a.id) ?? ids.length) - (at.get(b.id) ?? ids.length));
      place(wanted, before);
      const number = ids.indexOf(moved) + 1;
      const done = fill(texts.moved, { number, count: ids.length });
      void change(async () => {
        const answer = await call("updatePhoto", { order: ids });
        if (number === 1 && answer.photos[0]?.id !== moved) setTimeout(() => setSaid({ text: texts.leads }));
        return answer;
      }, done);
    },
    [change, place, texts.moved, texts.leads],
  );

  const receive = useCallback(
    ({ photos: next }: { photos: OwnPhoto[] }) => {
      sure.current = next;
      // The server may have answered before it heard of a change under way.
      if (underWay.current === 0) place(() => next);
      setSaid({ text: texts.added });
      void refreshPage();
    },
    [place, texts.added],
  );
  const lose = useCallback((lost: boolean) => setSaid(lost ? { text: texts.lost, failed: true } : { text: "" }), [texts.lost]);
  return { own, said, change, reorder, receive, lose };
}

/** A tile that moves in the document loses its focus and closes its menu. */
function keepUsed(focus: HTMLElement | null, panel: HTMLElement | null): void {
  if (panel?.isConnected && !panel.matches(":popover-open")) {
    const source = document.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]`);
    panel.showPopover(source ? { source } : undefined);
  }
  if (focus !== document.activeElement) focus?.focus({ preventScroll: true });
  // At the end of the row its button is disabled.
  if (document.activeElement === document.body) focus?.closest("li")?.querySelector<HTMLElement>("[data-handle]")?.focus();
}
