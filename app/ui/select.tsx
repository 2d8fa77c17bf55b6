import type { SelectHTMLAttributes } from "react";
import { type Option, Options } from "./choices.client.tsx";
import css from "./control.module.css";
import { cx } from "./cx.ts";
import { controlIds, Field, type FieldProps, fieldId } from "./field.tsx";
import { Icon } from "./icon.tsx";

export type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "required"> & {
    name: string;
    options: readonly Option[];
  } & Placeholder;
/** HTML asks for an empty first option where a choice is required. */
type Placeholder = { required?: false; placeholder?: string } | { required?: boolean; placeholder: string };

export function Select(props: SelectProps) {
  const { label, hideLabel, hint, error, optional, fieldClassName, options, placeholder, id, className, ...native } = props;
  const own = id ?? fieldId(native.name);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, fieldClassName }} id={own} required={native.required}>
      <SelectBox {...native} {...controlIds(own, { hint, error }, native["aria-describedby"])} className={className}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        <Options options={JSON.stringify(options)} />
      </SelectBox>
    </Field>
  );
}

/** For compound fields. React resets a select to its first default after an action, so a new default remounts it. */
export function SelectBox({ className, ...native }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <div className={css.selectBox}>
      <select {...native} className={cx(css.control, css.select, className)} key={String(native.defaultValue)} />
      <Icon name="chevron-down" size="s" />
    </div>
  );
}
