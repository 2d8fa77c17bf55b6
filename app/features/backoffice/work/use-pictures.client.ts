import { type RefObject, useEffect } from "react";

/** How many items wait with decoded pictures. */
const AHEAD = 2;

/** Loads and decodes the pictures of the next items, so that the next item is painted at once. */
export function usePictures(list: RefObject<HTMLElement | null>, next: string[]): void {
  const ids = next.slice(0, AHEAD).join(" ");
  useEffect(() => {
    for (const id of ids.split(" ").filter(Boolean))
      for (const image of list.current?.querySelectorAll<HTMLImageElement>(`[data-item="${id}"] img`) ?? []) {
        image.loading = "eager";
        image.decode().catch(() => {}); // shown as soon as it is there
      }
  }, [list, ids]);
}
