import type { About } from "#worker/reports/reports.contract.ts";

export const REPORT_PAGE = "/report";

/** The page of a report; scripts open a dialog instead. */
export function reportPath(kind: About["kind"], object: string): string {
  return `${REPORT_PAGE}?${new URLSearchParams({ kind, object })}`;
}
