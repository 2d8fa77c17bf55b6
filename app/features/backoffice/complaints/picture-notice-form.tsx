import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { wasTooLarge } from "#app/request/too-large.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { FilePicker } from "#app/ui/file-picker.tsx";
import { Input } from "#app/ui/input.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { COMPLAINT_LINK, COMPLAINT_NAME, COMPLAINT_TEXT } from "#worker/backoffice/complaints/complaints.vocabulary.ts";
import { PICTURE_LIMITS } from "#worker/discovery/photos/photos.vocabulary.ts";
import { newId } from "#worker/platform/ids.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { notePicture } from "./complaints.actions.ts";
import css from "./complaints.module.css";

/** `?kind=intimate`, open to everyone; with `upload` for those who have the picture. */
export function PictureNoticeForm() {
  const { t, url } = edge();
  const state = formState("picture-notice");
  const { values, fields, code } = state;
  const upload = url.searchParams.has("upload");
  const wrongFile = wasTooLarge() ? t("errors.field.picture_too_large", { max: PICTURE_LIMITS.megabytes }) : fields.file;
  const optional = t("complaints.optional");
  const labels = {
    where: t("complaints.picture.where"),
    file: t("complaints.picture.file"),
    text: t("complaints.picture.text"),
    name: t("complaints.picture.signature"),
    email: t("complaints.email"),
    good_faith: t("complaints.picture.good_faith"),
  };
  return (
    <Card padding="l">
      <form action={notePicture} className={css.form} id="upload" noValidate>
        <Problems form={state} labels={labels} />
        <input name="complaint_key" type="hidden" value={(code !== "idempotency_conflict" && values.complaint_key) || newId()} />
        {upload && (
          <div>
            <FilePicker
              accept="image/jpeg,image/png,image/webp"
              aria-label={labels.file}
              name="file"
              words={{ choose: labels.file, chosen: t("complaints.picture.chosen") }}
            />
            {wrongFile && <p className={css.wrong}>{wrongFile}</p>}
            <p className={css.note}>{t("complaints.picture.file_hint")}</p>
          </div>
        )}
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={values.where}
          error={fields.where}
          hint={t("complaints.picture.where_hint")}
          label={labels.where}
          maxLength={COMPLAINT_LINK.max}
          name="where"
          optional={upload ? optional : undefined}
          spellCheck={false}
        />
        <p>
          <a href={upload ? "/complaints?kind=intimate" : "/complaints?kind=intimate&upload"}>
            {t(upload ? "complaints.picture.no_upload" : "complaints.picture.upload")}
          </a>
        </p>
        <Textarea
          defaultValue={values.text}
          error={fields.text}
          label={labels.text}
          maxLength={COMPLAINT_TEXT.max}
          name="text"
          optional={optional}
          rows={4}
        />
        <Input
          autoComplete="name"
          defaultValue={values.name}
          error={fields.name}
          hint={t("complaints.picture.signature_hint")}
          label={labels.name}
          maxLength={COMPLAINT_NAME.max}
          name="name"
          required
        />
        <EmailInput
          defaultValue={values.email}
          error={fields.email}
          hint={t("complaints.email_hint")}
          label={labels.email}
          required
        />
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
