/** File size: whole kilobytes, or megabytes with one decimal. */
export function formatFileSize(bytes: number, language: string): string {
  const [value, unit] = bytes < 999_500 ? [Math.max(1, Math.round(bytes / 1e3)), "kilobyte"] : [bytes / 1e6, "megabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}
