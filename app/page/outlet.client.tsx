"use client";
import { createContext, type ReactNode, use } from "react";

const Inner = createContext<ReactNode>(null);

/** The page inside its layout. */
export function Outlet() {
  return use(Inner);
}

/** One tree of a page's elements. Both sides call it: React hydrates equal trees only. */
export function nested(elements: ReactNode[]): ReactNode {
  let tree: ReactNode = null;
  for (const element of elements.toReversed()) tree = <Inner value={tree}>{element}</Inner>;
  return tree;
}
