import { Select } from "#app/ui/select.tsx";
import type { FormState } from "#worker/platform/form-answer.ts";

type Sites = readonly { id: string; name: string }[];

interface Props {
  sites: Sites;
  sent: Pick<FormState, "values" | "fields">;
  label: string;
  /** Of no single site. */
  all: string;
  id?: string;
}

/** One site of the database, or all. */
export function SiteSelect({ sites, sent: { values, fields }, label, all, id }: Props) {
  const options = sites.map((site) => ({ value: site.id, label: site.name }));
  return (
    <Select
      defaultValue={values.site}
      error={fields.site}
      id={id}
      label={label}
      name="site"
      options={options}
      placeholder={all}
    />
  );
}

/** @param all for null */
export function siteName(sites: Sites, id: string | null, all: string): string {
  return id === null ? all : (sites.find((site) => site.id === id)?.name ?? id);
}
