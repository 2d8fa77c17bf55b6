/** Texts of the page of receipts, in English only: docs/decisions/0054. */
export const BOOK_WORDS = {
  title: "Receipts",
  intro:
    "What the tax adviser asks for: receipts less credit notes of a month (UTC), by company, country of the buyer and tax rate.",
  month: "Month",
  monthHint: "Such as 2026-11.",
  show: "Show",
  none: (month: string) => `No receipt was written in ${month}.`,
  download: "Each receipt and credit note as CSV",
  head: ["Company", "Country", "Tax rate", "Receipts", "Credit notes", "Gross", "Tax", "Net"],
  percent: (tenths: number) => `${tenths / 10} %`,
};
