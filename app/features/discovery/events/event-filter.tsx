import { countryName } from "#app/request/country-name.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { NEAR } from "#worker/discovery/events/events.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./events.module.css";

interface Props {
  found: Pick<CallOutput<"events">, "towns" | "near">;
  where: string;
  from: string;
}

/** A form of the address: it works without scripts, and Back leads to the list before. */
export function EventFilter({ found: { towns, near }, where, from }: Props) {
  const { t } = edge();
  const isOneCountry = new Set(towns.map(({ country }) => country)).size < 2;
  const options = [
    ...(near ? [{ value: "near", label: t("events.near", { km: NEAR }) }] : []),
    { value: "mine", label: t("events.mine") },
    ...towns.map(({ town, city, country }) => ({
      value: town,
      label: isOneCountry ? city : `${city} (${countryName(country)})`,
    })),
  ];
  return (
    <form action="/events" className={css.filter} noValidate>
      <Select defaultValue={where} label={t("events.where")} name="where" options={options} placeholder={t("events.anywhere")} />
      <Input defaultValue={from} label={t("events.from")} name="from" type="date" />
      <Button variant="secondary">{t("events.show")}</Button>
    </form>
  );
}
