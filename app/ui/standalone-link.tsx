import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import css from "./standalone-link.module.css";

export function StandaloneLink({ href, centred, children }: { href: string; centred?: boolean; children: ReactNode }) {
  return (
    <a className={cx(css.link, centred && css.centred)} href={href}>
      {children}
    </a>
  );
}
