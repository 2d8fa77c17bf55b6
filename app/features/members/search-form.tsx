import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Input } from "#app/ui/input.tsx";
import { RadioGroup, type RadioOption } from "#app/ui/radio-group.tsx";
import { type Option, Select } from "#app/ui/select.tsx";
import css from "./search-form.module.css";

type SelectFilter = { name: string; label: string; value?: string; options: readonly Option[]; placeholder?: string };
type AgeFilter = { name: string; label: string; value?: number | string; min: number; max: number };

export type SearchFormProps = {
  /** The GET target, e.g. "/members". */
  action: string;
  /** Heading on wide screens; summary of the collapsed form on phones. */
  title: string;
  /** Number of active filters, shown beside the collapsed title. */
  activeCount?: number;
  gender: { name: string; label: string; value?: string; options: readonly RadioOption[] };
  country: SelectFilter;
  region?: SelectFilter;
  minAge: AgeFilter;
  maxAge: AgeFilter;
  /** The domain's own search fields, collapsed under `moreLabel`. */
  extra?: readonly SelectFilter[];
  moreLabel?: string;
  submit: string;
  reset?: { href: string; label: string };
  open?: boolean;
  /** Hidden inputs. */
  keep?: Record<string, string | undefined>;
};

/** GET form: filters live in the URL, so a search can be bookmarked and shared. */
export function SearchForm(props: SearchFormProps) {
  const {
    action,
    title,
    activeCount,
    gender,
    country,
    region,
    minAge,
    maxAge,
    extra = [],
    moreLabel,
    submit,
    reset,
    open,
    keep = {},
  } = props;
  return (
    <details className={css.fold} open={open}>
      <summary className={css.summary}>
        <Icon name="filter" />
        <span className={css.title}>{title}</span>
        {activeCount ? (
          <span aria-hidden="true" className={css.count}>
            {activeCount}
          </span>
        ) : null}
        <Icon className={css.mark} name="chevron-down" size="s" />
      </summary>
      <form action={action} aria-label={title} className={css.form} method="get">
        {Object.entries(keep).map(([name, value]) => value && <input key={name} name={name} type="hidden" value={value} />)}
        <RadioGroup defaultValue={gender.value} label={gender.label} name={gender.name} options={gender.options} />
        <div className={css.ages}>
          <Age {...minAge} />
          <Age {...maxAge} />
        </div>
        <Filter {...country} />
        {region && <Filter {...region} />}
        {extra.length > 0 && (
          <Disclosure open={extra.some((filter) => filter.value)} summary={moreLabel}>
            {extra.map((filter) => (
              <Filter key={filter.name} {...filter} />
            ))}
          </Disclosure>
        )}
        <Button icon="search" wide>
          {submit}
        </Button>
        {reset && (
          <ButtonLink href={reset.href} variant="quiet" wide>
            {reset.label}
          </ButtonLink>
        )}
      </form>
    </details>
  );
}

function Age({ name, label, value, min, max }: AgeFilter) {
  const native = { autoComplete: "off", inputMode: "numeric", max, min, type: "number" } as const;
  return <Input {...native} defaultValue={value} label={label} name={name} />;
}

function Filter({ name, label, value = "", options, placeholder }: SelectFilter) {
  return <Select defaultValue={value} label={label} name={name} options={options} placeholder={placeholder} />;
}

export type ActiveFilter = { label: string; drawing?: ReactNode; removeHref: string; removeLabel: string };

/** Active filters, each with a link that removes it. */
export function ActiveFilters({ label, filters }: { label: string; filters: readonly ActiveFilter[] }) {
  if (filters.length === 0) return null;
  return (
    <ChipList label={label}>
      {filters.map((filter) => (
        <Chip drawing={filter.drawing} key={filter.removeHref} remove={{ href: filter.removeHref, label: filter.removeLabel }}>
          {filter.label}
        </Chip>
      ))}
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
