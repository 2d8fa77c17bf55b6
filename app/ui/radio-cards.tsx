import css from "./radio-cards.module.css";

export interface RadioCardsProps {
  name: string;
  options: readonly { value: string; label: string }[];
  defaultValue?: string;
}

export function RadioCards({ name, options, defaultValue }: RadioCardsProps) {
  return (
    <div className={css.cards}>
      {options.map(({ value, label }) => (
        <label className={css.card} key={value}>
          <input defaultChecked={value === defaultValue} name={name} required type="radio" value={value} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
