"use client";
import { Checkbox } from "./checkbox.tsx";

export type Option = { value: string; label: string; disabled?: boolean };

/** `options` is JSON of `Option[]`: React's encoder pays for each value of a list, and a text is one value. */
export function Options({ options }: { options: string }) {
  return (JSON.parse(options) as Option[]).map(({ value, label, disabled }) => (
    <option disabled={disabled} key={value} value={value}>
      {label}
    </option>
  ));
}

type CheckboxListProps = { name: string; ids: string; options: string; chosen: readonly string[] };

/** `ids` begins the id of each box; `options` as above. */
export function CheckboxList({ name, ids, options, chosen }: CheckboxListProps) {
  return (JSON.parse(options) as Option[]).map(({ value, label }) => (
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
