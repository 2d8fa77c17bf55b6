/** Text of a number from its plural forms (Unicode CLDR), each with `{{count}}`. */
export function counted(forms: Record<string, string>, count: number, locale: string): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other ?? "";
  return form.replace("{{count}}", new Intl.NumberFormat(locale).format(count));
}
