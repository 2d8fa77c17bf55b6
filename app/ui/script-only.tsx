import type { ReactNode } from "react";
import css from "./script-only.module.css";

/** What only a script can do, and the words that stand there where none runs. */
export function ScriptOnly({ otherwise, children }: { otherwise: string; children: ReactNode }) {
  return (
    <>
      <div className={css.scripted}>{children}</div>
      <p className={css.otherwise}>{otherwise}</p>
    </>
  );
}
