import type { ReactNode } from "react";
import css from "./ui.module.css";

export type Scheme = "light" | "dark";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}
