import { formAction, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import type { Section } from "#worker/backoffice/sites/sections.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { type Sent, SiteFieldView } from "./fields.tsx";
import css from "./sites.module.css";
import { SITE_WORDS as words } from "./words.ts";

type Site = Awaited<ReturnType<StaffBackend["staffSite"]>>;
type Checked = Awaited<ReturnType<StaffBackend["checkSite"]>>;

interface Props {
  found: Site & { checked: Checked | null };
  section: Section;
}

/** The settings of one section, with what is wrong in a form that was refused. */
export function SiteForm({ found: { id, version, fields, local, checked }, section }: Props) {
  const { form } = staffEdge();
  const isSent = form?.id === "changeSite" || form?.id === "previewSite";
  const errors = Object.fromEntries((checked?.problems ?? []).map(({ field, message }) => [field, message]));
  const sent: Sent = { values: isSent ? form.values : null, errors };
  const elsewhere = (checked?.problems ?? []).filter(({ field }) => !fields.some(({ name }) => isIn(field, name)));
  const ends = checked?.contradictions ?? [];
  return (
    <StaffForm call="changeSite" className={css.form}>
      <input name="site" type="hidden" value={id} />
      <input name="section" type="hidden" value={section} />
      <input name="base" type="hidden" value={isSent && form.code !== "conflict" ? (form.values.base ?? version) : version} />
      {words.leads[section] && <p className="muted">{words.leads[section]}</p>}
      {elsewhere.length > 0 && (
        <Alert title={words.problems} tone="warning">
          {elsewhere.map(({ field, message }) => (
            <p key={field}>{`${field}: ${message}`}</p>
          ))}
        </Alert>
      )}
      {ends.length > 0 && (
        <Alert first title={words.ends} tone="warning">
          {ends.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
          {ends.every(({ may }) => may) && <Checkbox label={words.meant} name="meant" />}
        </Alert>
      )}
      {fields.map((field) => (
        <SiteFieldView field={field} key={field.name} sent={sent} />
      ))}
      <div className={css.foot}>
        <Button>{words.save}</Button>
        <Button formAction={formAction("previewSite")} variant="secondary">
          {words.preview}
        </Button>
        {!local && (
          <Input
            defaultValue={sent.values?.host}
            error={staffForm("previewSite").fields.host}
            hint={words.hostHint}
            label={words.host}
            name="host"
          />
        )}
      </div>
    </StaffForm>
  );
}

function isIn(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}/`);
}
