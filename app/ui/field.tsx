import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import css from "./field.module.css";
import { Icon } from "./icon.tsx";

export type FieldProps = {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: string;
  fieldClassName?: string;
};

export type ControlIds = { id: string; "aria-describedby"?: string; "aria-invalid"?: true; autoFocus?: true };

/** Derived from the name, so that an error summary can link to `#field-<name>`. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** The first invalid field takes the focus, unless an error summary does. */
export function controlIds(id: string, { hint, error }: Pick<FieldProps, "hint" | "error">, also?: string): ControlIds {
  const described = cx(also, error ? `${id}-error` : null, hint ? `${id}-hint` : null);
  return { id, ...(described && { "aria-describedby": described }), ...(error ? { "aria-invalid": true, autoFocus: true } : {}) };
}

export function FieldHint({ id, children }: { id: string; children?: ReactNode }) {
  return children ? (
    <p className={css.hint} id={`${id}-hint`}>
      {children}
    </p>
  ) : null;
}

export function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <p className={css.error} id={`${id}-error`}>
      <Icon name="alert" size="s" />
      <span>{children}</span>
    </p>
  );
}

export type FieldBoxProps = FieldProps & { id: string; required?: boolean; children: ReactNode };

/** Label, control, error and hint in reading order; spread `controlIds(...)` on the control. */
export function Field({ id, label, hideLabel, hint, error, optional, required, fieldClassName, children }: FieldBoxProps) {
  return (
    <div className={cx(css.field, fieldClassName)}>
      <label className={hideLabel ? "visually-hidden" : css.label} htmlFor={id}>
        {label}
        <FieldMark optional={optional} required={required} />
      </label>
      {children}
      <FieldError id={id}>{error}</FieldError>
      <FieldHint id={id}>{hint}</FieldHint>
    </div>
  );
}

export function FieldGroup({ id, label, hideLabel, hint, error, optional, required, fieldClassName, children }: FieldBoxProps) {
  const { "aria-invalid": _, ...ids } = controlIds(id, { hint, error });
  return (
    <fieldset {...ids} className={cx(css.group, fieldClassName)} tabIndex={-1}>
      <legend className={hideLabel ? "visually-hidden" : css.label}>
        {label}
        <FieldMark optional={optional} required={required} />
      </legend>
      {children}
      <FieldError id={id}>{error}</FieldError>
      <FieldHint id={id}>{hint}</FieldHint>
    </fieldset>
  );
}

/** The star is visual; screen readers get `required` from the control. */
function FieldMark({ optional, required }: { optional?: string; required?: boolean }) {
  if (optional) return <span className={css.optional}> {optional}</span>;
  return required ? (
    <span aria-hidden="true" className={css.required}>
      {" "}
      *
    </span>
  ) : null;
}
