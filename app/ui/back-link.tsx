import type { ReactNode } from "react";
import css from "./back-link.module.css";

/** Below a form: the way back for whoever does not need it. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={css.back} href={href}>
      {children}
    </a>
  );
}
