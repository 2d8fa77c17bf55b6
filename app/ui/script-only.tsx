import type { ReactNode } from "react";
import css from "./script-only.module.css";

export function ScriptOnly({ otherwise, children }: { otherwise: string; children: ReactNode }) {
  return (
    <>
      <div className={css.withScripts}>{children}</div>
      <p className={css.otherwise}>{otherwise}</p>
    </>
  );
}
