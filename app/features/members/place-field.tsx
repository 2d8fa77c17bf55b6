import { controlIds, Field, fieldId } from "#app/ui/field.tsx";
import { SelectBox } from "#app/ui/select.tsx";
import type { Region } from "#worker/domains/domains.contract.ts";
import { edge } from "#worker/edge/edge.ts";

type Props = {
  regions: Region[];
  /** Region and town as `region/town`. */
  value: string;
  error?: string;
};

/** Optional region or town of one country; posts `place`. */
export function PlaceField({ regions, value, error }: Props) {
  const { t } = edge();
  const id = fieldId("place");
  return (
    <Field error={error} id={id} label={t("members.form.place")}>
      <SelectBox {...controlIds(id, { error })} defaultValue={value} name="place">
        <option value="">{t("members.form.notSaid")}</option>
        {regions.map(({ code, name, cities }) => (
          <optgroup key={code} label={name}>
            <option value={code}>{t("members.form.somewhere", { region: name })}</option>
            {cities.map((city) => (
              <option key={city} value={`${code}/${city}`}>
                {city}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectBox>
    </Field>
  );
}
