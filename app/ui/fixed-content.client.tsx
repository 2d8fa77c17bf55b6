"use client";
import { type ReactNode, useState } from "react";

export type FixedProps = { id: string; of: string; html?: string; children?: ReactNode };

/** Shows `html`, or what the document has, until `of` changes. */
export function FixedContent({ id, of, html, children }: FixedProps) {
  const [first] = useState(() => ({ of, __html: html ?? (children ? undefined : document.getElementById(id)?.innerHTML) }));
  const same = first.of === of && first.__html !== undefined;
  return (
    <div className="contents" id={id} {...(same ? { dangerouslySetInnerHTML: first as { __html: string } } : { children })} />
  );
}
