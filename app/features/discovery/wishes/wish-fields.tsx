import { Ages } from "#app/features/discovery/members/ages.tsx";
import { codeName, fieldName } from "#app/features/discovery/members/attributes.ts";
import { codesOf } from "#app/features/discovery/members/search.ts";
import { FieldError } from "#app/ui/field.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Attribute } from "#db/schema/attribute-table.ts";
import { ANYWHERE, WISH_FIELDS } from "#worker/discovery/wishes/wish-values.vocabulary.ts";
import { type Wanted, WISH_DISTANCES } from "#worker/discovery/wishes/wishes.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wish-fields.module.css";

type Texts = Partial<Record<(typeof WISH_FIELDS)[number], string>>;

type WishFieldsProps = {
  values: Texts;
  /** Messages by field. */
  errors: Readonly<Record<string, string | undefined>>;
  /** The fields that may be deal-breakers. */
  fields: readonly Attribute[];
};

/** Names of `WISH_FIELDS`. Without scripts the ages are two number fields. */
export function WishFields({ values, errors, fields }: WishFieldsProps) {
  const { t, domain } = edge();
  const distances = [
    ...WISH_DISTANCES.map((km) => ({ value: `${km}`, label: t("wishes.km", { km }) })),
    { value: ANYWHERE, label: t("wishes.anywhere") },
  ];
  const codes = fields.flatMap((field) =>
    codesOf(field, edge().settings).map((code) => ({
      value: `${field}:${code}`,
      label: t("members.filter", { field: fieldName(field), value: codeName(field, code) }),
    })),
  );
  return (
    <>
      <fieldset className={css.part}>
        <legend className={css.legend}>{t("wishes.ages")}</legend>
        <Ages errors={errors} max={values.max_age ?? ""} min={values.min_age ?? ""} />
      </fieldset>
      {domain.features.distance && (
        <RadioGroup
          defaultValue={values.distance ?? ANYWHERE}
          error={errors.distance}
          label={t("wishes.distance")}
          name="distance"
          options={distances}
        />
      )}
      {codes.length > 0 && (
        <fieldset className={css.part}>
          <legend className={css.legend}>{t("wishes.dealbreakers")}</legend>
          <p className={css.hint}>{t("wishes.dealbreakersHint")}</p>
          {(["dealbreaker_1", "dealbreaker_2"] as const).map((name, index) => (
            <Select
              defaultValue={values[name] ?? ""}
              hideLabel
              key={name}
              label={t("wishes.dealbreaker", { number: index + 1 })}
              name={name}
              options={codes}
              placeholder={t("wishes.none")}
            />
          ))}
          <FieldError id="field-dealbreakers">
            {Object.entries(errors).find(([name, message]) => name.startsWith("dealbreakers") && message)?.[1]}
          </FieldError>
        </fieldset>
      )}
    </>
  );
}

export function wishTexts({ ages: [from, to], distance, dealbreakers }: Wanted): Texts {
  const [first, second] = Object.entries(dealbreakers).map(([field, code]) => `${field}:${code}`);
  return {
    min_age: `${from}`,
    max_age: `${to}`,
    distance: `${distance ?? ANYWHERE}`,
    dealbreaker_1: first,
    dealbreaker_2: second,
  };
}
