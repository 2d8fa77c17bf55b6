import { Item, Items } from "#app/features/accounts/settings/items.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { PlaceField } from "#app/features/discovery/members/place-field.tsx";
import { placeText } from "#app/features/discovery/members/place-text.ts";
import { regionsOf } from "#app/features/discovery/members/places.ts";
import { daysText } from "#app/features/discovery/trips/trip-text.ts";
import { removeTrip, saveTrip } from "#app/features/discovery/trips/trips.actions.ts";
import { countryName } from "#app/request/country-name.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Trip } from "#worker/discovery/trips/trips.contract.ts";
import { dayAfter, LONGEST_TRIP } from "#worker/discovery/trips/trips.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { homeCountry } from "#worker/sites/domains/defaults.vocabulary.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import css from "./trips.module.css";

export const handle = { scripts: "member" };

const PATH = "/settings/trips";

interface Loaded {
  list: CallOutput<"trips">;
  /** The trip that the form changes. */
  edited: Trip | null;
  country: string;
  regions: Region[];
}

export async function loader(): Promise<Loaded> {
  const user = await requireUser();
  const { url, settings, backend } = edge();
  const { values } = formState("trip");
  const list = await orThrow(backend.trips({}));
  const edited = list.trips.find(({ id }) => id === (values.trip ?? url.searchParams.get("trip"))) ?? null;
  const asked = values.country ?? "";
  const own = edited?.country ?? homeCountry(user.profile.country, settings);
  const country = settings.countries.includes(asked as never) ? asked : own;
  return { list, edited, country, regions: await regionsOf(country) };
}

export function ServerComponent({ loaderData }: { loaderData: Loaded }) {
  const { t } = edge();
  const { list, edited } = loaderData;
  const isFull = list.trips.length >= list.most && !edited;
  return (
    <SettingsFrame intro={t("trips.intro")} saved={{ trip: "trips.saved", removed: "trips.removed" }}>
      {list.trips.length > 0 ? (
        <Items>
          {list.trips.map((trip) => (
            <One key={trip.id} trip={trip} />
          ))}
        </Items>
      ) : (
        <Card>{t("trips.empty")}</Card>
      )}
      {isFull ? <Card>{t("trips.full", { count: list.most })}</Card> : <TripForm {...loaderData} />}
      <Card>
        <ul className={css.facts}>
          {(["shown", "distance", "abroad", "end"] as const).map((fact) => (
            <li key={fact}>{t(`trips.${fact}`)}</li>
          ))}
        </ul>
      </Card>
    </SettingsFrame>
  );
}

function One({ trip }: { trip: Trip }) {
  const { t } = edge();
  const name = `${trip.city}, ${countryName(trip.country)}`;
  const form = formState(`remove ${trip.id}`);
  return (
    <Item
      action={
        <ButtonLink aria-label={`${t("trips.change")}: ${name}`} href={`${PATH}?trip=${trip.id}#trip`} variant="secondary">
          {t("trips.change")}
        </ButtonLink>
      }
      facts={
        <>
          <p>{daysText(trip, "long")}</p>
          {trip.shown && (
            <p>
              <Badge tone="new">{t("trips.now")}</Badge>
            </p>
          )}
        </>
      }
      icon="pin"
      name={<span translate="no">{name}</span>}
    >
      <form action={removeTrip} noValidate>
        <Refusal form={form} />
        <input name="trip" type="hidden" value={trip.id} />
        <Button aria-label={`${t("trips.remove")}: ${name}`} icon="trash" size="s" variant="quiet">
          {t("trips.remove")}
        </Button>
      </form>
    </Item>
  );
}

function TripForm(loaded: Loaded) {
  const { t } = edge();
  const { edited, regions } = loaded;
  const form = formState("trip");
  const noTowns = regions.length === 0;
  return (
    <Card id="trip" title={t(edited ? "trips.edit" : "trips.add")}>
      <form action={saveTrip} className={css.form} noValidate>
        <Refusal beside={["region", "city", "from", "until"]} form={form} />
        {edited && <input name="trip" type="hidden" value={edited.id} />}
        {/* The Enter key presses the first button of a form. */}
        {!noTowns && <button aria-hidden="true" className="visually-hidden" tabIndex={-1} type="submit" />}
        <Country {...loaded} />
        {noTowns ? <p>{t("trips.noTowns")}</p> : <Town {...loaded} />}
        <Days {...loaded} />
        {!noTowns && (
          <div>
            <Button>{t("trips.save")}</Button>
          </div>
        )}
      </form>
    </Card>
  );
}

/** A button for it, so that the towns of another country can be offered without scripts. */
function Country({ country }: Loaded) {
  const { t, settings, language } = edge();
  if (settings.countries.length < 2) return <input name="country" type="hidden" value={country} />;
  const byName = new Intl.Collator(language);
  const options = settings.countries.map((code) => ({ value: code, label: countryName(code) }));
  return (
    <div className={css.country}>
      <Select
        defaultValue={country}
        key={country}
        label={t("trips.country")}
        name="country"
        options={options.toSorted((a, b) => byName.compare(a.label, b.label))}
      />
      <Button name="choose" value="1" variant="secondary">
        {t("trips.choose")}
      </Button>
    </div>
  );
}

function Town({ edited, country, regions }: Loaded) {
  const { values, fields } = formState("trip");
  const region = edited?.country === country ? regions.find(({ code }) => code === edited.region) : undefined;
  const place = region && edited ? placeText(edited.city, region.name) : "";
  return <PlaceField error={fields.region ?? fields.city} isTrip key={country} regions={regions} value={values.place ?? place} />;
}

function Days({ list, edited }: Loaded) {
  const { t } = edge();
  const { values, fields } = formState("trip");
  // A trip that has begun keeps its first day.
  const begun = edited !== null && edited.from < list.earliest;
  return (
    <div className={css.days}>
      {(["from", "until"] as const).map((end) => (
        <Input
          defaultValue={values[end] ?? edited?.[end] ?? ""}
          error={fields[end]}
          key={end}
          label={t(`trips.${end}`)}
          max={end === "from" ? list.latest : dayAfter(list.latest, LONGEST_TRIP - 1)}
          min={end === "from" && begun ? edited?.from : list.earliest}
          name={end}
          required
          type="date"
        />
      ))}
    </div>
  );
}
