"use client";
import { createContext, type ReactNode, use } from "react";
import type { Level } from "./payload.ts";

const Inner = createContext<ReactNode>(null);

export function Outlet() {
  return use(Inner);
}

/** The tree of a page. Both sides call it: React hydrates equal trees only. */
export function treeOf({ element, inner }: Level): ReactNode {
  return <Inner value={inner && treeOf(inner)}>{element}</Inner>;
}
