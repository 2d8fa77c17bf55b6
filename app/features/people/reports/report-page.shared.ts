/** Scripts open a dialog instead. */
export const REPORT_PAGE = "/report";
