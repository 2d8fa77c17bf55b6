import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import type { Option } from "#app/ui/choices.client.tsx";
import { Select } from "#app/ui/select.tsx";
import { Ages } from "./ages.tsx";
import css from "./search-form.module.css";

/** `id` where several fields share a name. */
export type SelectFilter = {
  id?: string;
  name: string;
  label: string;
  value?: string;
  options: readonly Option[];
  placeholder?: string;
};

export type SearchFormProps = {
  action: string;
  title: string;
  close: string;
  gender: ReactNode;
  minAge: number | string;
  maxAge: number | string;
  /** All fields below the ages. */
  fields: ReactNode;
  submit: ReactNode;
  reset?: { href: string; label: string };
  /** The page of the saved searches, which members have. */
  saved?: { href: string; label: string };
  keep?: Record<string, string | undefined>;
};

export const FILTERS = "search-filters";

/** GET: the URL holds the filters for bookmarks. A sheet below 992 px, a sidebar above. */
export function SearchForm(props: SearchFormProps) {
  const { action, title, close, gender, minAge, maxAge, fields, submit, reset, saved, keep = {} } = props;
  return (
    <div className={css.panel} id={FILTERS} popover="auto">
      <Top close={close} title={title} />
      <form action={action} aria-label={title} className={css.form} method="get" noValidate>
        {Object.entries(keep).map(([name, value]) => value && <input key={name} name={name} type="hidden" value={value} />)}
        {gender}
        <Ages max={maxAge} min={minAge} />
        {fields}
        <div className={css.submit}>{submit}</div>
        {reset && (
          <ButtonLink href={reset.href} variant="quiet" wide>
            {reset.label}
          </ButtonLink>
        )}
        {saved && (
          <ButtonLink href={saved.href} icon="star" size="s" variant="quiet" wide>
            {saved.label}
          </ButtonLink>
        )}
      </form>
    </div>
  );
}

function Top({ title, close }: { title: string; close: string }) {
  return (
    <div className={css.top}>
      <h2 className={css.title}>{title}</h2>
      <Button
        className={css.close}
        icon="close"
        iconOnly
        popoverTarget={FILTERS}
        popoverTargetAction="hide"
        type="button"
        variant="quiet"
      >
        {close}
      </Button>
    </div>
  );
}

export function SelectField({ id, name, label, value = "", options, placeholder }: SelectFilter) {
  return <Select defaultValue={value} id={id} label={label} name={name} options={options} placeholder={placeholder} />;
}

export type ActiveFilter = { label: string; drawing?: ReactNode; removeHref: string; removeLabel: string };

export function ActiveFilters({ label, filters, last }: { label: string; filters: readonly ActiveFilter[]; last?: ReactNode }) {
  if (filters.length === 0) return null;
  return (
    <ChipList label={label}>
      {filters.map((filter) => (
        <Chip drawing={filter.drawing} key={filter.removeHref} remove={{ href: filter.removeHref, label: filter.removeLabel }}>
          {filter.label}
        </Chip>
      ))}
      {last}
    </ChipList>
  );
}

export function SearchLayout({ filters, children }: { filters: ReactNode; children: ReactNode }) {
  return (
    <div className={css.layout}>
      <div className={css.side}>{filters}</div>
      <div className={css.results}>{children}</div>
    </div>
  );
}
