import type { TextareaHTMLAttributes } from "react";
import css from "./control.module.css";
import { cx } from "./cx.ts";
import { controlIds, Field, type FieldProps, fieldId } from "./field.tsx";
import { maxUnits } from "./max-length.ts";

export type TextareaProps = FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string /** In characters, as the server counts. */; maxLength?: number };

/** Grows through `field-sizing`; resizable in other browsers. */
export function Textarea({
  label,
  hideLabel,
  hint,
  error,
  optional,
  fieldClassName,
  id,
  className,
  maxLength,
  ...native
}: TextareaProps) {
  const own = id ?? fieldId(native.name);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, fieldClassName }} id={own} required={native.required}>
      <textarea
        {...native}
        {...controlIds(own, { hint, error }, native["aria-describedby"])}
        className={cx(css.control, css.textarea, className)}
        maxLength={maxUnits(maxLength)}
      />
    </Field>
  );
}
