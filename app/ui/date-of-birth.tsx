import control from "./control.module.css";
import css from "./date-of-birth.module.css";
import { FieldGroup, type FieldProps, fieldId } from "./field.tsx";
import { SelectBox } from "./select.tsx";

export type DateOfBirthProps = FieldProps & {
  name: string;
  labels: { day: string; month: string; year: string; choose: string };
  /** Twelve translated month names; posts 1 to 12. */
  months: readonly string[];
  defaultValue?: { day?: string; month?: string; year?: string };
  required?: boolean;
  id?: string;
};

/** Posts `<name>_day`, `_month`, `_year`: date pickers are tedious for distant years, and browsers autofill `bday-*`. */
export function DateOfBirth(props: DateOfBirthProps) {
  const { name, labels, months, defaultValue = {}, required, id = fieldId(name), ...field } = props;
  const invalid = field.error ? true : undefined;
  const digits = {
    "aria-invalid": invalid,
    className: control.control,
    inputMode: "numeric",
    maxLength: 10,
    pattern: "[\\p{Nd}\\s\\p{Cf}]*",
    required,
  } as const;
  return (
    <FieldGroup {...field} id={id} required={required}>
      <div className={css.date}>
        <label className={css.part}>
          <span className={css.partLabel}>{labels.day}</span>
          <input {...digits} autoComplete="bday-day" defaultValue={defaultValue.day} name={`${name}_day`} />
        </label>
        <div className={css.part}>
          <label className={css.partLabel} htmlFor={`${id}-month`}>
            {labels.month}
          </label>
          <SelectBox
            aria-invalid={invalid}
            autoComplete="bday-month"
            defaultValue={defaultValue.month ?? ""}
            id={`${id}-month`}
            name={`${name}_month`}
            required={required}
          >
            <option value="">{labels.choose}</option>
            {months.map((month, index) => (
              <option key={month} value={index + 1}>
                {month}
              </option>
            ))}
          </SelectBox>
        </div>
        <label className={css.part}>
          <span className={css.partLabel}>{labels.year}</span>
          <input {...digits} autoComplete="bday-year" defaultValue={defaultValue.year} name={`${name}_year`} />
        </label>
      </div>
    </FieldGroup>
  );
}
