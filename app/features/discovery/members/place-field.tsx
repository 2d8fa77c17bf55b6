import { Fixed } from "#app/request/fixed.tsx";
import { Input } from "#app/ui/input.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import css from "./place-field.module.css";
import { placeOffers, placesOf } from "./place-text.ts";
import { Position } from "./position.client.tsx";

const ID = "field-place";

type Props = {
  regions: Region[];
  /** In the form of `placeText`, or the earlier input. */
  value: string;
  error?: string;
};

function positionTexts() {
  const { t } = edge();
  return {
    ask: t("members.position.ask"),
    asking: t("members.position.asking"),
    note: t("members.position.note"),
    found: t("members.position.found", { town: "{{town}}" }),
    nowhere: t("members.position.nowhere"),
    failed: t("members.position.failed"),
    denied: t("members.position.denied"),
    unsupported: t("members.position.unsupported"),
  };
}

/** Optional town or region of one country; posts `place`, or `place_offer` for an unclear one. */
export function PlaceField({ regions, value, error }: Props) {
  const { t } = edge();
  const offers = error ? placeOffers(value, regions) : [];
  const problem = error && t(offers.length > 0 ? "members.form.placeOffers" : "members.form.placeUnknown");
  return (
    <div className={css.place}>
      <Input
        autoComplete="off"
        defaultValue={value}
        error={problem}
        hint={t("members.form.placeHint")}
        icon="pin"
        id={ID}
        label={t("members.form.place")}
        list="places"
        maxLength={160}
        name="place"
      />
      {offers.length > 0 && (
        <>
          <input name="place_asked" type="hidden" value={value} />
          <RadioGroup
            hideLabel
            label={problem}
            name="place_offer"
            options={offers.map(({ text }) => ({ value: text, label: text }))}
          />
        </>
      )}
      <Fixed id="places-of-country" of={regions.map(({ code }) => code)}>
        <Places regions={regions} />
      </Fixed>
      <Position field={ID} texts={positionTexts()} />
    </div>
  );
}

function Places({ regions }: Pick<Props, "regions">) {
  return (
    <datalist id="places">
      {placesOf(regions).map(({ text }) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
