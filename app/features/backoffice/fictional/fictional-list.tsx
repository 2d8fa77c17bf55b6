import { Table } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { Day } from "#app/features/backoffice/staff/time.tsx";
import list from "#app/features/backoffice/support/member-list.module.css";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { GENDERS } from "#db/schema/attributes.ts";
import { FICTIONAL_STATES } from "#worker/backoffice/fictional/fictional.vocabulary.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { codeWord } from "./fictional-form.tsx";
import { FICTIONAL_WORDS as words } from "./fictional-words.ts";

export type Found = Awaited<ReturnType<StaffBackend["fictionalProfiles"]>>;
type Filters = Readonly<Record<string, string>>;

/** A form of GET: the address of the page is the list. */
export function FictionalFilters({ filters, sites }: { filters: Filters; sites: Found["sites"] }) {
  const choice = (name: "site" | "state" | "gender", options: { value: string; label: string }[]) => (
    <Select
      defaultValue={filters[name]}
      id={`filter-${name}`}
      label={words.filters[name]}
      name={name}
      options={options}
      placeholder={words.anyone}
    />
  );
  return (
    <form action="/staff/fictional" className={list.filters} method="get" noValidate>
      {choice(
        "site",
        sites.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {choice(
        "state",
        FICTIONAL_STATES.map((value) => ({ value, label: words.states[value] })),
      )}
      {choice(
        "gender",
        GENDERS.map((value) => ({ value, label: codeWord("gender", value) })),
      )}
      <Input autoComplete="off" defaultValue={filters.name} label={words.filters.name} name="name" spellCheck={false} />
      <div className={list.show}>
        <Button variant="secondary">{words.show}</Button>
      </div>
    </form>
  );
}

export function FictionalTable({ profiles, filtered }: Pick<Found, "profiles"> & { filtered: boolean }) {
  if (profiles.length === 0) return <p className="muted">{filtered ? words.none : words.empty}</p>;
  return (
    <Table head={words.head}>
      {profiles.map(({ id, name, site, state, age, city, country, photos, at }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/staff/fictional/${id}`}>
              <bdi>{name}</bdi>
            </a>
          </th>
          <td>{site}</td>
          <td>{words.states[state]}</td>
          <td>{age}</td>
          <td>{[city, country].filter(Boolean).join(", ")}</td>
          <td>{photos}</td>
          <td>
            <Day at={at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** For operators. */
export function MakeFictional({ sites, site }: Pick<Found, "sites"> & { site: string | undefined }) {
  const on = sites.filter((one) => one.on);
  const off = sites.filter((one) => !one.on);
  if (on.length === 0) return <p>{words.allOff}</p>;
  return (
    <section className={css.form}>
      <h2>{words.make}</h2>
      <form action="/staff/fictional/new" className="stack" method="get" noValidate>
        <Select
          defaultValue={on.some(({ id }) => id === site) ? site : undefined}
          id="make-site"
          label={words.site}
          name="site"
          options={on.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={words.choose}
          required
        />
        <div>
          <Button>{words.next}</Button>
        </div>
      </form>
      {off.length > 0 && <p className="muted">{words.off(off.map(({ name }) => name).join(", "))}</p>}
    </section>
  );
}
