import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";

const AT_ONCE = 3;

interface Three<L> {
  shown: L[];
  /** From 0. */
  page: number;
  list: RefObject<HTMLUListElement | null>;
  /** Null with the last ones: no line comes twice. */
  more: { page: number; press(event: MouseEvent): void } | null;
}

/** Three lines at a time. A key that asks for others lands on the first of them. */
export function useThreeLines<L>(lines: readonly L[], first = 0): Three<L> {
  const last = Math.max(0, Math.ceil(lines.length / AT_ONCE) - 1);
  const [page, setPage] = useState(Math.min(first, last));
  const [byKey, setByKey] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (byKey && page > 0) list.current?.querySelector("a")?.focus();
  }, [byKey, page]);
  return {
    shown: lines.slice(page * AT_ONCE, (page + 1) * AT_ONCE),
    page,
    list,
    more:
      page >= last
        ? null
        : {
            page: page + 1,
            press(event) {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              setByKey(event.detail === 0);
              setPage(page + 1);
            },
          },
  };
}
