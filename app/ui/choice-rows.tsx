import css from "./choice-rows.module.css";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";

export interface ChoiceRowsProps {
  name: string;
  options: readonly { value: string; label: string; icon?: IconName }[];
  chosen?: string | null;
}

/** One question a screen: each row is a button that sends its form with the answer. */
export function ChoiceRows({ name, options, chosen }: ChoiceRowsProps) {
  return (
    <div className={css.choices}>
      {options.map(({ value, label, icon }) => {
        const isChosen = value === chosen;
        return (
          <button
            aria-current={isChosen || undefined}
            className={cx(css.choice, isChosen && css.chosen)}
            key={value}
            name={name}
            type="submit"
            value={value}
          >
            {icon && (
              <span className={css.icon}>
                <Icon name={icon} />
              </span>
            )}
            <span className={css.label}>{label}</span>
            <span className={css.mark}>{isChosen && <Icon name="check" size="s" />}</span>
          </button>
        );
      })}
    </div>
  );
}
