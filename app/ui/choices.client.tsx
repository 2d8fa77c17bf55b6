"use client";

export type Option = { value: string; label: string; disabled?: boolean };

/** `options` is JSON of `Option[]`: React's encoder pays for each value of a list, and a text is one value. */
export function Options({ options }: { options: string }) {
  return (JSON.parse(options) as Option[]).map(({ value, label, disabled }) => (
    <option disabled={disabled} key={value} value={value}>
      {label}
    </option>
  ));
}

Options.drawsOnly = true;
