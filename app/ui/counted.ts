const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** Text of a number from its plural forms (Unicode CLDR), each with `{{count}}`. */
export function counted(forms: Record<string, string>, count: number, locale: string): string {
  const form = forms[pluralOf(locale).select(count)] ?? forms.other ?? "";
  return form.replace("{{count}}", numberOf(locale).format(count));
}

/** Making one takes longer than using it a hundred times. */
function pluralOf(locale: string): Intl.PluralRules {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale);
  plurals.set(locale, rules);
  return rules;
}

function numberOf(locale: string): Intl.NumberFormat {
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, format);
  return format;
}
