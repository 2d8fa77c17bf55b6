import type { About } from "#worker/people/reports/reports.contract.ts";
import { REPORT_PAGE } from "./report-page.shared.ts";

/** `author` is reported where the object is gone by then. */
export function reportPath(kind: About["kind"], object: string, author?: string): string {
  return `${REPORT_PAGE}?kind=${kind}&object=${encodeURIComponent(object)}${author ? `&author=${encodeURIComponent(author)}` : ""}`;
}
