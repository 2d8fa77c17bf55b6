"use client";
import { Checkbox } from "./checkbox.tsx";

export type Option = { value: string; label: string; disabled?: boolean };

/** The payload holds a list's values instead of its elements: it costs less to encode and to read. */
export function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label, disabled }) => (
    <option disabled={disabled} key={value} value={value}>
      {label}
    </option>
  ));
}

type CheckboxListProps = { name: string; ids: string; options: readonly Option[]; chosen: readonly string[] };

/** `ids` begins the id of each box. */
export function CheckboxList({ name, ids, options, chosen }: CheckboxListProps) {
  return options.map(({ value, label }) => (
    <Checkbox
      defaultChecked={chosen.includes(value)}
      id={`${ids}-${value}`}
      key={value}
      label={label}
      name={name}
      value={value}
    />
  ));
}
