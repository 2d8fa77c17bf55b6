import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Logo } from "./logo.tsx";
import css from "./top-bar.module.css";

export type TopBarProps = {
  home: string;
  back?: ReactNode;
  end: ReactNode;
  menu?: ReactNode;
  children?: ReactNode;
  className?: string;
};

export function TopBar({ home, back, end, menu, children, className }: TopBarProps) {
  return (
    <header className={css.header}>
      <div className={cx(css.bar, className)}>
        {back}
        <Logo href={home} />
        {children}
        <div className={css.end}>{end}</div>
      </div>
      {menu}
    </header>
  );
}
