/** In numbers of a locale: `Intl` takes longer for one than React does for an element. */
const MOST = 1000;

const locales = new Map<string, (count: number) => [Intl.LDMLPluralRule, text: string]>();

/** Text of a number from its plural forms (Unicode CLDR), each with `{{count}}`. */
export function counted(forms: Record<string, string>, count: number, locale: string): string {
  const show = locales.get(locale) ?? createNumbers(locale);
  locales.set(locale, show);
  const [category, text] = show(count);
  return (forms[category] ?? forms.other ?? "").replace("{{count}}", text);
}

function createNumbers(locale: string): (count: number) => [Intl.LDMLPluralRule, text: string] {
  const [rules, format] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale)];
  const known = new Map<number, [Intl.LDMLPluralRule, string]>();
  return (count) => {
    const shown = known.get(count) ?? [rules.select(count), format.format(count)];
    if (known.size < MOST) known.set(count, shown);
    return shown;
  };
}
