import { languageName } from "#app/features/backoffice/notices/notice-languages.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { FieldGroup, fieldId } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { LANGUAGES } from "#locales/languages.ts";
import type { SiteField } from "#worker/backoffice/sites/site-fields.vocabulary.ts";
import { escapedStep, REMOVED } from "#worker/backoffice/sites/site-fields.vocabulary.ts";
import css from "./sites.module.css";
import { SITE_WORDS as words } from "./words.ts";

/** What a refused form said, and what is wrong in it. */
export interface Sent {
  /** Null before the form is sent. */
  values: Readonly<Record<string, string>> | null;
  errors: Readonly<Record<string, string>>;
}

/** Items with more fields than that begin closed: a site with eight currencies has hundreds. */
const OPEN_FIELDS = 8;

interface Props {
  field: SiteField;
  sent: Sent;
}

export function SiteFieldView({ field, sent }: Props) {
  const { name, hint } = field;
  const label = labelOf(field);
  const common = { name, label: label || words.none, hideLabel: label === "", hint, error: sent.errors[name] };
  const typed = (present: string) => sent.values?.[name] ?? present;
  const ticked = (of: string, present: boolean) => (sent.values ? sent.values[of] === "on" : present);
  switch (field.kind) {
    case "yes":
      return <Checkbox defaultChecked={ticked(name, field.value)} error={common.error} hint={hint} label={label} name={name} />;
    case "choice":
      return (
        <Select
          {...common}
          defaultValue={typed(field.value)}
          options={field.options.map((value) => ({ value, label: value }))}
          {...(field.optional && { placeholder: words.none })}
        />
      );
    case "choices":
      return (
        <FieldGroup error={common.error} hint={hint} id={fieldId(name)} label={label}>
          <div className={css.choices}>
            {field.options.map(({ value, chosen }) => {
              const own = `${name}/${escapedStep(value)}`;
              return <Checkbox defaultChecked={ticked(own, chosen)} key={value} label={value} name={own} />;
            })}
          </div>
        </FieldGroup>
      );
    case "lines":
      return (
        <Textarea
          {...common}
          defaultValue={typed(field.value)}
          hint={`${hint} ${words.perLine}`.trim()}
          placeholder={field.example}
          rows={3}
        />
      );
    case "long":
      return <Textarea {...common} defaultValue={typed(field.value)} placeholder={field.example} rows={4} />;
    case "number":
      return <Input {...common} defaultValue={typed(field.value)} inputMode="decimal" placeholder={field.example} />;
    case "text":
      return <Input {...common} defaultValue={typed(field.value)} placeholder={field.example} />;
    case "group":
      return label ? (
        <FieldGroup error={common.error} hint={hint} id={fieldId(name)} label={label}>
          <Inside fields={field.fields} sent={sent} />
        </FieldGroup>
      ) : (
        <Inside fields={field.fields} sent={sent} />
      );
    case "list":
      return <ListView field={field} sent={sent} />;
  }
}

function Inside({ fields, sent }: { fields: readonly SiteField[]; sent: Sent }) {
  return (
    <div className={css.inside}>
      {fields.map((field) => (
        <SiteFieldView field={field} key={field.name} sent={sent} />
      ))}
    </div>
  );
}

function ListView({ field, sent }: { field: Extract<SiteField, { kind: "list" }>; sent: Sent }) {
  const { name, label, hint, items } = field;
  const view = (
    <div className={css.items}>
      {items.map(({ title, remove, fields }) => {
        const inside = (
          <>
            <Inside fields={fields} sent={sent} />
            {remove && <Checkbox defaultChecked={sent.values?.[remove] === "on"} label={words.remove(title)} name={remove} />}
          </>
        );
        const key = remove ?? `${name}/added`;
        if (remove && fields.reduce((sum, one) => sum + sizeOf(one), 0) > OPEN_FIELDS)
          return (
            <Disclosure key={key} open={hasError(sent, remove.slice(0, -REMOVED.length))} summary={summaryOf(title, fields)}>
              {inside}
            </Disclosure>
          );
        if (remove)
          return (
            <div className={css.item} key={key}>
              {title && <p className={css.title}>{title}</p>}
              {inside}
            </div>
          );
        const isTyped = Object.entries(sent.values ?? {}).some(([one, value]) => one.startsWith(`${name}/+`) && value !== "");
        return (
          <Disclosure key={key} open={isTyped} summary={words.add}>
            {inside}
          </Disclosure>
        );
      })}
    </div>
  );
  return label ? (
    <FieldGroup error={sent.errors[name]} hint={hint} id={fieldId(name)} label={label}>
      {view}
    </FieldGroup>
  ) : (
    view
  );
}

/** A text by language is labelled with its name. */
function labelOf({ name, label }: Pick<SiteField, "name" | "label">): string {
  const language = LANGUAGES.find((one) => one === label && name.endsWith(`/${one}`));
  return language ? languageName(language) : label;
}

function sizeOf(field: SiteField): number {
  if (field.kind === "group") return field.fields.reduce((sum, one) => sum + sizeOf(one), 0);
  if (field.kind === "list")
    return field.items.reduce((sum, { fields }) => fields.reduce((all, one) => all + sizeOf(one), sum), 0);
  return 1;
}

/** The item, and what is in it. */
function summaryOf(title: string, fields: readonly SiteField[]): string {
  const inside = fields.flatMap((field) => (field.kind === "list" ? field.items.map((item) => item.title) : [])).filter(Boolean);
  return [title || words.item, inside.join(", ")].filter(Boolean).join(": ");
}

function hasError({ errors }: Sent, prefix: string): boolean {
  return Object.keys(errors).some((name) => name.startsWith(prefix));
}
