import type { ReactNode } from "react";
import css from "./script-only.module.css";

/** `otherwise` is the text without scripts; none where the page says the same elsewhere. */
export function ScriptOnly({ otherwise, children }: { otherwise?: string; children: ReactNode }) {
  return (
    <>
      <div className={css.withScripts}>{children}</div>
      {otherwise && <p className={css.otherwise}>{otherwise}</p>}
    </>
  );
}
