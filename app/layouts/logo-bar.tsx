import type { ReactNode } from "react";
import css from "./logo-bar.module.css";

export type LogoBarProps = { logo: ReactNode; end?: ReactNode };

export function LogoBar({ logo, end }: LogoBarProps) {
  return (
    <header className={css.bar}>
      {logo}
      {end && <div className={css.end}>{end}</div>}
    </header>
  );
}
