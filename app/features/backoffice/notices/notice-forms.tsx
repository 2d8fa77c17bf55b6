import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { SiteSelect } from "#app/features/backoffice/staff/site-select.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { NOTICE_AUDIENCES } from "#db/schema/notice-kinds.ts";
import type { Language } from "#locales/languages.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import { fallbackOf, NOTICE_TEXT_MAX } from "#worker/sites/notices/notices.vocabulary.ts";
import { languageName } from "./notice-languages.ts";
import type { Notices } from "./notice-list.tsx";
import { NOTICE_WORDS as words } from "./notice-words.ts";

interface Props {
  /** Id of the chosen site; empty for all. */
  site: string;
  /** In words: the choice above may have changed since. */
  name: string;
  /** What the chosen site offers, or one of all. */
  languages: readonly Language[];
}
type Sent = Pick<FormState, "values" | "fields">;

const BANNERS = (["info", "warning", "success"] as const).map((value) => ({ value, label: words.kinds[value] }));
const AUDIENCES = NOTICE_AUDIENCES.map((value) => ({ value, label: words.audiences[value] }));

/** A choice before the forms, which then ask for the languages of the site. Of one site there is none. */
export function SiteChoice({ sites, site }: Pick<Notices, "sites"> & { site: string }) {
  if (sites.length < 2) return null;
  return (
    <form action="/staff/notices" className={css.form} noValidate>
      <SiteSelect all={words.all} id="chosen-site" label={words.site} sent={{ values: { site }, fields: {} }} sites={sites} />
      <div>
        <Button variant="secondary">{words.choose}</Button>
      </div>
    </form>
  );
}

/** Closed at first: one press closes the sites. */
export function MaintenanceForm({ site, name, languages }: Props) {
  const sent = staffForm("addSiteNotice", { kind: "maintenance" });
  return (
    <Disclosure className={css.form} open={sent.code !== null} summary={words.maintenance(name)}>
      <p className="muted">{words.maintenanceText}</p>
      <StaffForm call="addSiteNotice" className="stack" then="/staff/notices">
        <input name="kind" type="hidden" value="maintenance" />
        <input name="site" type="hidden" value={site} />
        <Times id="maintenance" sent={sent} />
        <Disclosure open={hasText(sent, languages)} summary={words.words}>
          <p className="muted">{words.wordsHint}</p>
          <Texts id="maintenance" languages={languages} sent={sent} />
        </Disclosure>
        <div>
          <Button variant="danger">{words.close(name)}</Button>
        </div>
      </StaffForm>
    </Disclosure>
  );
}

export function NoticeForm({ site, name, languages }: Props) {
  const { form } = staffEdge();
  const sent = staffForm("addSiteNotice", form?.values.kind === "maintenance" ? { kind: "info" } : {});
  const { values, fields } = sent;
  const first = fallbackOf({ texts: Object.fromEntries(languages.map((language) => [language, ""])) }) ?? "en";
  const others = languages.filter((language) => language !== first);
  return (
    <AddForm call="addSiteNotice" page="/staff/notices" submit={words.show} title={words.add(name)}>
      <input name="site" type="hidden" value={site} />
      <Select defaultValue={values.kind ?? "info"} error={fields.kind} label={words.kind} name="kind" options={BANNERS} />
      <Select
        defaultValue={values.audience ?? "everybody"}
        error={fields.audience}
        label={words.audience}
        name="audience"
        options={AUDIENCES}
      />
      <Times id="notice" sent={sent} />
      <Input
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={values.link}
        error={fields.link}
        hint={words.linkHint}
        label={words.link}
        maxLength={200}
        name="link"
        spellCheck={false}
      />
      <Checkbox
        defaultChecked={values.kind === undefined || values.dismissible === "on"}
        label={words.dismissible}
        name="dismissible"
      />
      <Texts id="notice" languages={[first]} sent={sent} />
      {others.length > 0 && (
        <Disclosure open={hasText(sent, others)} summary={words.others(others.map(languageName))}>
          <p className="muted">{words.textsHint(languageName(first))}</p>
          <Texts id="notice" languages={others} sent={sent} />
        </Disclosure>
      )}
    </AddForm>
  );
}

/** Whether a form that comes back has something to see here. */
function hasText({ values, fields }: Sent, languages: readonly Language[]): boolean {
  return languages.some((language) => Boolean(values[`text_${language}`] || fields[`text_${language}`]));
}

function Times({ id, sent: { values, fields } }: { id: string; sent: Sent }) {
  const { zone } = staffEdge().reader;
  return (
    <>
      <input name="zone" type="hidden" value={zone} />
      <Input
        defaultValue={values.from}
        error={fields.from}
        hint={words.fromHint}
        id={`${id}-from`}
        label={words.from}
        name="from"
        type="datetime-local"
      />
      <Input
        defaultValue={values.until}
        error={fields.until}
        hint={words.untilHint(zone)}
        id={`${id}-until`}
        label={words.untilLabel}
        name="until"
        type="datetime-local"
      />
    </>
  );
}

/** One field for each language. */
function Texts({ id, sent: { values, fields }, languages }: { id: string; sent: Sent; languages: readonly Language[] }) {
  return languages.map((language) => (
    <Textarea
      defaultValue={values[`text_${language}`]}
      error={fields[`text_${language}`]}
      id={`${id}-${language}`}
      key={language}
      label={words.text(languageName(language))}
      lang={language}
      maxLength={NOTICE_TEXT_MAX}
      name={`text_${language}`}
      rows={2}
    />
  ));
}
