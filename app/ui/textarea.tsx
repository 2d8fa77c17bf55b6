import type { TextareaHTMLAttributes } from "react";
import css from "./control.module.css";
import { cx } from "./cx.ts";
import { controlIds, Field, type FieldProps, fieldId } from "./field.tsx";

export type TextareaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string };

/** Grows through `field-sizing`; resizable in other browsers. */
export function Textarea({ label, hideLabel, hint, error, optional, fieldClassName, id, className, ...native }: TextareaProps) {
  const own = id ?? fieldId(native.name);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, fieldClassName }} id={own} required={native.required}>
      <textarea
        {...native}
        {...controlIds(own, { hint, error }, native["aria-describedby"])}
        className={cx(css.control, css.textarea, className)}
      />
    </Field>
  );
}
