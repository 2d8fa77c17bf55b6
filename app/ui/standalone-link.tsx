import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import css from "./standalone-link.module.css";

/** A link on its own line, with a full touch target. */
export function StandaloneLink({ href, centred, children }: { href: string; centred?: boolean; children: ReactNode }) {
  return (
    <a className={cx(css.link, centred && css.centred)} href={href}>
      {children}
    </a>
  );
}
