import type { InputHTMLAttributes, ReactNode } from "react";
import css from "./control.module.css";
import { cx } from "./cx.ts";
import { controlIds, Field, type FieldProps, fieldId } from "./field.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { maxUnits } from "./max-length.ts";

export type InputProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & {
    name: string;
    icon?: IconName;
    suffix?: ReactNode;
    /** In characters, as the server counts. */
    maxLength?: number;
  };

export function Input(props: InputProps) {
  const { label, hideLabel, hint, error, optional, fieldClassName, icon, suffix, id, className, maxLength, ...native } = props;
  const own = id ?? fieldId(native.name);
  const control = (
    <input
      {...native}
      {...controlIds(own, { hint, error }, native["aria-describedby"])}
      className={cx(css.control, icon && css.withIcon, className)}
      maxLength={maxUnits(maxLength)}
    />
  );
  return (
    <Field {...{ label, hideLabel, hint, error, optional, fieldClassName }} id={own} required={native.required}>
      {icon || suffix ? (
        <div className={css.affixed}>
          {control}
          {icon && <Icon name={icon} size="s" />}
          {suffix}
        </div>
      ) : (
        control
      )}
    </Field>
  );
}
