import type { About } from "#worker/reports/reports.contract.ts";

export const REPORT_PAGE = "/report";

/** The page of a report; scripts open a dialog instead. `author` is reported where the object is gone by then. */
export function reportPath(kind: About["kind"], object: string, author?: string): string {
  return `${REPORT_PAGE}?kind=${kind}&object=${encodeURIComponent(object)}${author ? `&author=${encodeURIComponent(author)}` : ""}`;
}
