import { Fixed } from "#app/request/fixed.tsx";
import { sheetsOf } from "#app/ui/later-sheets.tsx";
import { REPORT_KINDS } from "#worker/people/reports/reports.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { ReportFields, reportSheet } from "./report-fields.tsx";
import { ReportModal } from "./report-modal.client.tsx";

function sheets() {
  return sheetsOf(reportSheet());
}
function titles() {
  const { t } = edge();
  return Object.fromEntries(REPORT_KINDS.map((one) => [one, t(`reports.links.${one}`)]));
}

/** What a dialog with the fields of a report needs. */
export function reportParts() {
  const { t } = edge();
  return {
    closeLabel: t("notices.close"),
    failed: t("chat.actions.failed"),
    receipt: "/settings/reports",
    sheets: sheets(),
    children: (
      <Fixed id="report-fields">
        <ReportFields />
      </Fixed>
    ),
  };
}

/** Takes over the page's links to the report page. */
export function ReportDialog() {
  return <ReportModal {...reportParts()} titles={titles()} />;
}
