import { FieldGroup, type FieldProps, fieldId } from "./field.tsx";
import { Icon, type IconName } from "./icon.tsx";
import css from "./radio-group.module.css";

type RadioOption = { value: string; label: string; icon?: IconName };
export type RadioGroupProps = FieldProps & {
  name: string;
  options: readonly RadioOption[];
  defaultValue?: string;
  required?: boolean;
  id?: string;
};

export function RadioGroup({ name, options, defaultValue, required, id = fieldId(name), ...field }: RadioGroupProps) {
  return (
    <FieldGroup {...field} id={id} required={required}>
      <div className={css.segments}>
        {options.map((option) => (
          <label className={css.segment} key={option.value}>
            <input
              defaultChecked={option.value === defaultValue}
              name={name}
              required={required}
              type="radio"
              value={option.value}
            />
            <span>
              {option.icon && <Icon name={option.icon} size="s" />}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
