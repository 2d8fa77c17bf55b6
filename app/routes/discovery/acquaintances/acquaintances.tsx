import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import {
  addContactFile,
  changeAcquaintances,
  clearAcquaintances,
} from "#app/features/discovery/acquaintances/acquaintances.actions.ts";
import { MOST_FILE } from "#app/features/discovery/acquaintances/contact-file.ts";
import { ContactPicker } from "#app/features/discovery/acquaintances/contact-picker.client.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { wasTooLarge } from "#app/request/too-large.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { controlIds, Field, fieldId } from "#app/ui/field.tsx";
import { FilePicker } from "#app/ui/file-picker.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { AcquaintanceList } from "#worker/discovery/acquaintances/acquaintances.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./acquaintances.module.css";

export const handle = { scripts: "member" };

export async function loader(): Promise<AcquaintanceList> {
  await requireUser();
  return orThrow(edge().backend.acquaintances({}));
}

export function ServerComponent({ loaderData: list }: { loaderData: AcquaintanceList }) {
  const { t } = edge();
  return (
    <SettingsFrame
      intro={t("acquaintances.intro")}
      saved={{ added: "acquaintances.added", removed: "acquaintances.removed", cleared: "acquaintances.cleared" }}
    >
      <Card>
        <ul className={css.facts}>
          {(["delay", "codes", "shown", "others"] as const).map((fact) => (
            <li key={fact}>
              {t(`acquaintances.${fact}`)}
              {fact === "others" && (
                <>
                  {" "}
                  <a href="/settings/privacy">{t("settings.privacy")}</a>
                </>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Typed hasList={list.count > 0} />
      <ContactFile />
      <Whole list={list} />
    </SettingsFrame>
  );
}

function Typed({ hasList }: { hasList: boolean }) {
  const { t } = edge();
  const form = formState("acquaintances");
  return (
    <Card title={t("acquaintances.typed")}>
      <Refusal beside={["emails"]} form={form} />
      <form action={changeAcquaintances} className={css.form} noValidate>
        <Textarea
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={form.values.emails ?? ""}
          error={form.fields.emails}
          hint={t("acquaintances.emailsHint")}
          inputMode="email"
          label={t("acquaintances.emails")}
          name="emails"
          required
          rows={4}
          spellCheck={false}
        />
        <ContactPicker
          field={fieldId("emails")}
          words={{ pick: t("acquaintances.pick"), unreadable: t("acquaintances.unreadable") }}
        />
        <div className={css.buttons}>
          <Button>{t("acquaintances.add")}</Button>
          {hasList && (
            <Button name="remove" value="1" variant="secondary">
              {t("acquaintances.remove")}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

function ContactFile() {
  const { t } = edge();
  const form = formState("contacts");
  const id = fieldId("file");
  const size = MOST_FILE / 1024 / 1024;
  const described = {
    hint: t("acquaintances.fileText", { size }),
    error: wasTooLarge() ? t("errors.field.contacts_too_large", { size }) : (form.fields.file ?? form.fields.emails),
  };
  return (
    <Card title={t("acquaintances.file")}>
      <Refusal beside={["file", "emails"]} form={form} />
      <form action={addContactFile} className={css.form} id="upload" noValidate>
        <Field {...described} id={id} label={t("acquaintances.choose")}>
          <FilePicker
            {...controlIds(id, described)}
            accept=".vcf,.csv,text/vcard,text/csv"
            icon="users"
            name="file"
            words={{ choose: t("acquaintances.choose"), chosen: t("acquaintances.chosen") }}
          />
        </Field>
        <div className={css.buttons}>
          <Button>{t("acquaintances.add")}</Button>
        </div>
      </form>
    </Card>
  );
}

function Whole({ list: { count, changed_at } }: { list: AcquaintanceList }) {
  const { t, reader } = edge();
  const form = formState("acquaintances-clear");
  if (count === 0) return <Card>{t("acquaintances.empty")}</Card>;
  return (
    <Card title={t("acquaintances.count", { count })}>
      <Refusal form={form} />
      {changed_at && <p>{t("acquaintances.changed", { date: formatDay(changed_at, reader) })}</p>}
      <Disclosure summary={t("acquaintances.clear")}>
        <form action={clearAcquaintances} className={css.form} noValidate>
          <p className="muted">{t("acquaintances.clearText")}</p>
          <div className={css.buttons}>
            <Button icon="trash" variant="danger">
              {t("acquaintances.clearNow")}
            </Button>
          </div>
        </form>
      </Disclosure>
    </Card>
  );
}
