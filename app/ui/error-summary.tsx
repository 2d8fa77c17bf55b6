import { Alert } from "./alert.tsx";
import css from "./error-summary.module.css";
import { fieldId } from "./field.tsx";

export type ErrorSummaryProps = { title: string; errors: readonly { field: string; message: string }[]; id?: string };

/** Lists what to mend, each a link to its field; nothing to mend shows nothing. */
export function ErrorSummary({ title, errors, id }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    <Alert id={id} title={title} tone="error">
      <ul className={css.list}>
        {errors.map((error) => (
          <li key={`${error.field} ${error.message}`}>
            <a href={`#${fieldId(error.field)}`}>{error.message}</a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
