import { Alert } from "./alert.tsx";
import css from "./error-summary.module.css";
import { fieldId } from "./field.tsx";

export type ErrorSummaryProps = {
  title: string;
  errors: readonly { field: string; label?: string; message: string }[];
  id?: string;
};

export function ErrorSummary({ title, errors, id }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    <Alert id={id} title={title} tone="error">
      <ul className={css.list}>
        {errors.map(({ field, label, message }) => (
          <li key={`${field} ${message}`}>
            <a className={css.link} href={`#${fieldId(field)}`}>
              {label && <strong>{label}</strong>} {message}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
