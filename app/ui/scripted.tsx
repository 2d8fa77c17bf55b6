import type { ReactNode } from "react";
import css from "./scripted.module.css";

/** What only a script can do, and the words that stand there where none runs. */
export function Scripted({ otherwise, children }: { otherwise: string; children: ReactNode }) {
  return (
    <>
      <div className={css.scripted}>{children}</div>
      <p className={css.otherwise}>{otherwise}</p>
    </>
  );
}
