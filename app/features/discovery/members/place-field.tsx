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
  /** Of a town to be in later: never a region, nor where the device is. */
  isTrip?: boolean;
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

function texts(isTrip: boolean) {
  const { t } = edge();
  if (isTrip) return { label: t("trips.town"), hint: t("trips.townHint"), unknown: t("trips.townUnknown") };
  return { label: t("members.form.place"), hint: t("members.form.placeHint"), unknown: t("members.form.placeUnknown") };
}

/** Town or region of one country; posts `place`, or `place_offer` for an unclear one. */
export function PlaceField({ regions, value, error, isTrip = false }: Props) {
  const { label, hint, unknown } = texts(isTrip);
  const offers = error ? placeOffers(value, regions) : [];
  const problem = error && (offers.length > 0 ? edge().t("members.form.placeOffers") : unknown);
  return (
    <div className={css.place}>
      <Input
        autoComplete="off"
        defaultValue={value}
        error={problem}
        hint={hint}
        icon="pin"
        id={ID}
        label={label}
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
      {!isTrip && <Position field={ID} texts={positionTexts()} />}
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
