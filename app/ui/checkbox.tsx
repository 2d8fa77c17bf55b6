import type { InputHTMLAttributes } from "react";
import css from "./checkbox.module.css";
import { cx } from "./cx.ts";
import field from "./field.module.css";
import { controlIds, FieldError, FieldHint, type FieldProps, fieldId } from "./field.tsx";

export type CheckboxProps = Omit<FieldProps, "hideLabel" | "optional"> & InputHTMLAttributes<HTMLInputElement> & { name: string };

/** The label may contain links. Posts `on` unless `value` is given. */
export function Checkbox({ label, hint, error, fieldClassName, id, ...native }: CheckboxProps) {
  const own = id ?? fieldId(native.name);
  return (
    <div className={cx(field.field, fieldClassName)}>
      <label className={css.check}>
        <input {...native} {...controlIds(own, { hint, error })} type="checkbox" />
        <span className={css.checkLabel}>{label}</span>
      </label>
      <FieldError id={own}>{error}</FieldError>
      <FieldHint id={own}>{hint}</FieldHint>
    </div>
  );
}
