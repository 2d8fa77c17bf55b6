import type { ReactNode } from "react";

/** An element of a page with the one in its `Outlet`. */
export interface Level {
  element: ReactNode;
  inner: Level | null;
}

export interface PagePayload {
  type: "page";
  build: string;
  outermost: Level;
}

export interface RedirectPayload {
  type: "redirect";
  location: string;
  /** The new page replaces the shown one in the history. */
  replace: boolean;
  /** The new page is a document of its own, also at the same path. */
  reload: boolean;
}

/** Answer of a page read. `failed`: only a document shows the error page with its status. */
export type ReadPayload = PagePayload | RedirectPayload | { type: "failed" };

/** Answer of a form's server function, with the page after it. */
export type FormPayload = RedirectPayload | { type: "form"; answer: unknown; page: Promise<ReadPayload> };
