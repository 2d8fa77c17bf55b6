import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { RadioCards } from "#app/ui/radio-cards.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { REPORT_HOURS, REPORT_REASONS, REPORT_TEXT } from "#worker/people/reports/reports.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function reportSheet() {
  return import.meta.viteRsc.loadCss();
}

/** `blocked`: there is nobody left to block. */
export function ReportFields({ blocked = false }: { blocked?: boolean }) {
  const { t } = edge();
  const form = formState("report");
  const { values, fields } = form;
  return (
    <div className="stack">
      <Refusal beside={["reason", "text"]} form={form} />
      <FieldGroup error={fields.reason} id="report-reason" label={t("reports.reason")} required>
        <RadioCards
          defaultValue={values.reason}
          name="reason"
          options={REPORT_REASONS.map((value) => ({ value, label: t(`reports.reasons.${value}`) }))}
        />
      </FieldGroup>
      <Textarea
        defaultValue={values.details}
        error={fields.text}
        hint={t("reports.text_hint", { max: REPORT_TEXT })}
        id="report-text"
        label={t("reports.text")}
        maxLength={REPORT_TEXT}
        name="details"
        optional={t("complaints.optional")}
        rows={3}
      />
      {!blocked && (
        <Checkbox
          defaultChecked={values.block === "on"}
          hint={t("reports.block_hint")}
          id="report-block"
          label={t("reports.block")}
          name="block"
        />
      )}
      <p className="muted small">{t("reports.what", REPORT_HOURS)}</p>
      <Button icon="flag" wide>
        {t("reports.submit")}
      </Button>
    </div>
  );
}
