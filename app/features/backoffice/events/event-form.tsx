import { languageName } from "#app/features/backoffice/notices/notice-languages.ts";
import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { SiteSelect } from "#app/features/backoffice/staff/site-select.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { LANGUAGES } from "#locales/languages.ts";
import { LINK_MAX, PLACE_MAX, TEXT_MAX, TITLE_MAX } from "#worker/discovery/events/events.vocabulary.ts";
import type { Events, StaffEvent } from "./event-list.tsx";
import { EVENT_WORDS as words } from "./event-words.ts";

type Site = NonNullable<Events["chosen"]>;

/** A choice before the form, which then has the towns and languages of the site. Of one site there is none. */
export function SiteChoice({ sites, site }: { sites: Events["sites"]; site: Site }) {
  if (sites.length < 2) return null;
  return (
    <form action="/staff/events" className={css.form} noValidate>
      <SiteSelect
        all={words.choose}
        id="chosen-site"
        label={words.site}
        sent={{ values: { site: site.id }, fields: {} }}
        sites={sites}
      />
      <div>
        <Button variant="secondary">{words.choose}</Button>
      </div>
    </form>
  );
}

/** A refused form keeps what was typed. */
export function EventForm({ site, event }: { site: Site; event: StaffEvent | null }) {
  const call = event ? "changeSiteEvent" : "addSiteEvent";
  const sent = staffForm(call, event ? { id: event.id } : {});
  const values = sent.code === null ? storedOf(event, site) : sent.values;
  const { fields } = sent;
  return (
    <section className={css.form} id="form">
      <h2>{event ? words.changing(event.title) : words.add(site.name)}</h2>
      {event && (
        <p className="muted">
          {words.changeText} <a href={`/staff/events?site=${site.id}`}>{words.back}</a>
        </p>
      )}
      <StaffForm call={call} className="stack" then={`/staff/events?site=${site.id}`}>
        {event ? (
          <>
            <input name="id" type="hidden" value={event.id} />
            <input name="version" type="hidden" value={values.version} />
          </>
        ) : (
          <input name="site" type="hidden" value={site.id} />
        )}
        {fields.site && <p>{fields.site}</p>}
        <Input
          autoComplete="off"
          defaultValue={values.title}
          error={fields.title}
          hint={words.nameHint(TITLE_MAX)}
          label={words.name}
          maxLength={TITLE_MAX}
          name="title"
          required
        />
        <Textarea
          defaultValue={values.text}
          error={fields.text}
          hint={words.textHint(TEXT_MAX)}
          label={words.text}
          maxLength={TEXT_MAX}
          name="text"
          required
          rows={8}
        />
        <Select
          defaultValue={values.language}
          error={fields.language}
          label={words.language}
          name="language"
          options={site.languages.map((value) => ({ value, label: languageName(value) }))}
        />
        <Where fields={fields} site={site} values={values} />
        <When fields={fields} values={values} zone={event?.zone ?? null} />
        <Input
          autoComplete="off"
          defaultValue={values.places}
          error={fields.places}
          hint={words.placesHint}
          inputMode="numeric"
          label={words.placesLabel}
          maxLength={6}
          name="places"
        />
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={values.link}
          error={fields.link}
          hint={words.linkHint}
          label={words.link}
          maxLength={LINK_MAX}
          name="link"
          spellCheck={false}
        />
        <fieldset>
          <legend>{words.spoken}</legend>
          <div className="cluster">
            {LANGUAGES.map((tag) => (
              <Checkbox
                defaultChecked={values[`spoken_${tag}`] === "on"}
                key={tag}
                label={languageName(tag)}
                name={`spoken_${tag}`}
              />
            ))}
          </div>
        </fieldset>
        <div className="cluster">
          {event?.status !== "published" && (
            <Button name="status" value="draft" variant="secondary">
              {words.draft}
            </Button>
          )}
          <Button name="status" value="published">
            {event?.status === "published" ? words.save : words.publish}
          </Button>
        </div>
      </StaffForm>
    </section>
  );
}

type Values = Readonly<Record<string, string>>;
interface Parts {
  values: Values;
  fields: Values;
}

function Where({ site, values, fields }: Parts & { site: Site }) {
  return (
    <>
      <Select
        defaultValue={values.town}
        error={fields.town}
        hint={words.townHint}
        label={words.town}
        name="town"
        options={townsOf(site)}
        placeholder={words.chooseTown}
        required
      />
      <Input
        autoComplete="off"
        defaultValue={values.place}
        error={fields.place}
        hint={words.placeHint}
        label={words.place}
        maxLength={PLACE_MAX}
        name="place"
        required
      />
    </>
  );
}

function When({ values, fields, zone }: Parts & { zone: string | null }) {
  return (
    <>
      <Input
        defaultValue={values.starts}
        error={fields.starts}
        hint={zone ? words.clock(zone) : words.townHint}
        label={words.starts}
        name="starts"
        required
        type="datetime-local"
      />
      <Input defaultValue={values.ends} error={fields.ends} label={words.ends} name="ends" required type="datetime-local" />
    </>
  );
}

function townsOf({ towns }: Site) {
  return towns.map(({ town, city, region, country }) => ({ value: town, label: `${city} (${region}, ${country})` }));
}

function storedOf(event: StaffEvent | null, site: Site): Values {
  if (!event) return { language: site.languages.find((tag) => tag === "en") ?? site.languages[0] ?? "en" };
  const { title, text, language, town, place, starts, ends, places, link, version, spoken } = event;
  return {
    ...{ title, text, language, town, place, starts, ends, version: `${version}` },
    ...{ places: places === null ? "" : `${places}`, link: link ?? "" },
    ...Object.fromEntries(spoken.map((tag) => [`spoken_${tag}`, "on"])),
  };
}
