import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { Input } from "#app/ui/input.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import {
  COMPLAINT_LINK,
  COMPLAINT_NAME,
  COMPLAINT_TEXT,
  isReference,
} from "#worker/backoffice/complaints/complaints.vocabulary.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import { newId } from "#worker/platform/ids.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { complain } from "./complaints.actions.ts";
import css from "./complaints.module.css";

/** Open to everyone; prefilled for a logged-in user. */
export async function ComplaintForm() {
  const { t, domain, url } = edge();
  const state = formState("complaint");
  const user = await edge().user();
  const { values, fields } = state;
  const optional = t("complaints.optional");
  const labels = {
    kind: t("complaints.kind.label"),
    text: t("complaints.text"),
    link: t("complaints.link"),
    name: t("complaints.name"),
    email: t("complaints.email"),
    good_faith: t("complaints.good_faith"),
  };
  return (
    <Card padding="l">
      <form action={complain} className={css.form} noValidate>
        <Problems form={state} labels={labels} />
        <input name="complaint_key" type="hidden" value={complaintKey(state)} />
        <RadioGroup
          defaultValue={values.kind ?? url.searchParams.get("kind") ?? (url.searchParams.has("about") ? "consumer" : undefined)}
          error={fields.kind}
          hint={t(domain.features.payments ? "complaints.kind.hint" : "complaints.kind.hint_free")}
          label={labels.kind}
          name="kind"
          options={[
            { value: "illegal_content", label: t("complaints.kind.illegal_content") },
            { value: "consumer", label: t("complaints.kind.consumer") },
          ]}
          required
        />
        <Textarea
          defaultValue={values.text}
          error={fields.text}
          hint={t("complaints.text_hint", COMPLAINT_TEXT)}
          label={labels.text}
          maxLength={COMPLAINT_TEXT.max}
          minLength={COMPLAINT_TEXT.min}
          name="text"
          required
          rows={6}
        />
        <Input
          autoComplete="off"
          autoCapitalize="none"
          defaultValue={values.link ?? about()}
          error={fields.link}
          hint={t("complaints.link_hint")}
          label={labels.link}
          maxLength={COMPLAINT_LINK.max}
          name="link"
          optional={optional}
          spellCheck={false}
        />
        <fieldset className={css.who}>
          <legend>{t("complaints.who")}</legend>
          <p className={css.note}>{t("complaints.who_hint")}</p>
          <Input
            autoComplete="name"
            defaultValue={values.name ?? user?.profile.name}
            error={fields.name}
            label={labels.name}
            maxLength={COMPLAINT_NAME.max}
            name="name"
          />
          <EmailInput
            defaultValue={values.email ?? user?.email}
            error={fields.email}
            hint={t("complaints.email_hint")}
            label={labels.email}
          />
        </fieldset>
        <Checkbox
          defaultChecked={values.good_faith === "on"}
          error={fields.good_faith}
          label={labels.good_faith}
          name="good_faith"
          required
        />
        <Button size="l" wide>
          {t("complaints.submit")}
        </Button>
      </form>
    </Card>
  );
}

/** The number of a notice, in the link of the letter to an uploader; or a profile. */
function about(): string | undefined {
  const { url, pageOrigin } = edge();
  const reference = url.searchParams.get("about") ?? "";
  if (isReference(reference)) return reference;
  const profile = url.searchParams.get("profile");
  return profile && /^[\w-]{1,40}$/.test(profile) ? `${pageOrigin}/members/${profile}` : undefined;
}

/** Idempotency key of the form. A conflict needs a new key, because the text has changed. */
function complaintKey({ values, code }: FormState): string {
  return (code !== "idempotency_conflict" && values.complaint_key) || newId();
}
