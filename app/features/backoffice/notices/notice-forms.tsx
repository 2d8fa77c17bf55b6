import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { NOTICE_AUDIENCES } from "#db/schema/notice-kinds.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import { NOTICE_TEXT_MAX } from "#worker/sites/notices/notices.vocabulary.ts";
import type { Notices } from "./notice-list.tsx";
import { NOTICE_WORDS as words } from "./notice-words.ts";

type Sites = Pick<Notices, "sites">;
type Sent = Pick<FormState, "values" | "fields">;

const BANNERS = (["info", "warning", "success"] as const).map((value) => ({ value, label: words.kinds[value] }));
const AUDIENCES = NOTICE_AUDIENCES.map((value) => ({ value, label: words.audiences[value] }));

export function MaintenanceForm({ sites }: Sites) {
  const sent = staffForm("addSiteNotice", { kind: "maintenance" });
  const hasText = Object.keys({ ...sent.values, ...sent.fields }).some((name) => name.startsWith("text_") && sent.values[name]);
  return (
    <section className={css.form}>
      <h2>{words.maintenance}</h2>
      <p className="muted">{words.maintenanceText}</p>
      <StaffForm call="addSiteNotice" className="stack" then="/staff/notices">
        <input name="kind" type="hidden" value="maintenance" />
        <SiteSelect id="maintenance-site" sent={sent} sites={sites} />
        <Times id="maintenance" sent={sent} />
        <Disclosure open={hasText} summary={words.words}>
          <Texts hint={words.wordsHint} id="maintenance" sent={sent} sites={sites} />
        </Disclosure>
        <div>
          <Button>{words.close}</Button>
        </div>
      </StaffForm>
    </section>
  );
}

export function NoticeForm({ sites }: Sites) {
  const { form } = staffEdge();
  const sent = staffForm("addSiteNotice", form?.values.kind === "maintenance" ? { kind: "info" } : {});
  const { values, fields } = sent;
  return (
    <section className={css.form}>
      <h2>{words.add}</h2>
      <StaffForm call="addSiteNotice" className="stack" then="/staff/notices">
        <Select defaultValue={values.kind ?? "info"} error={fields.kind} label={words.kind} name="kind" options={BANNERS} />
        <SiteSelect id="notice-site" sent={sent} sites={sites} />
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
        <h3>{words.texts}</h3>
        <Texts hint={words.textsHint} id="notice" sent={sent} sites={sites} />
        <div>
          <Button>{words.show}</Button>
        </div>
      </StaffForm>
    </section>
  );
}

function SiteSelect({ id, sent: { values, fields }, sites }: Sites & { id: string; sent: Sent }) {
  return (
    <Select
      defaultValue={values.site}
      error={fields.site}
      id={id}
      label={words.site}
      name="site"
      options={sites.map((site) => ({ value: site.id, label: site.name }))}
      placeholder={words.all}
    />
  );
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

/** One field for each language that a site offers. */
function Texts({ hint, id, sent: { values, fields }, sites }: Sites & { hint: string; id: string; sent: Sent }) {
  const offered = LANGUAGES.filter((language) => sites.some(({ languages }) => languages.includes(language)));
  return (
    <>
      <p className="muted">{hint}</p>
      {offered.map((language) => (
        <Textarea
          defaultValue={values[`text_${language}`]}
          error={fields[`text_${language}`]}
          id={`${id}-${language}`}
          key={language}
          label={words.text(nameOf(language))}
          lang={language}
          maxLength={NOTICE_TEXT_MAX}
          name={`text_${language}`}
          rows={2}
        />
      ))}
    </>
  );
}

function nameOf(language: Language): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
