import type { ReactNode } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { cx } from "#app/ui/cx.ts";
import { refusedForm } from "./gate.ts";
import css from "./staff.module.css";
import { WORDS } from "./words.ts";

interface Props {
  title: string;
  narrow?: boolean;
  /** Texts of refusals, by code, where the general one says too little. */
  refusals?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Heading, the refusal of the last form, and the content. */
export function StaffPage({ title, narrow, refusals, children }: Props) {
  const { message } = refusedForm(refusals);
  return (
    <div className={cx(css.page, narrow && css.narrow)}>
      <title>{`${title} · ${WORDS.site}`}</title>
      {narrow && <p className={css.site}>{WORDS.site}</p>}
      <h1>{title}</h1>
      {message && (
        <Alert title={WORDS.refused} tone="error">
          {message}
        </Alert>
      )}
      {children}
    </div>
  );
}

export function Table({ head, children }: { head: readonly string[]; children: ReactNode }) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
