import { html, raw } from "hono/html";
import type { Translate } from "#locales/index.ts";
import { DAY } from "#worker/platform/durations.ts";
import { money } from "#worker/platform/money.ts";
import type { PartnerFigures, Span } from "./partner-spans.ts";
import { SOURCE_COUNTS } from "./sources.vocabulary.ts";

export interface PartnerReader {
  t: Translate;
  language: string;
  nonce: string;
  site: string;
}

type Html = ReturnType<typeof html>;

const STYLE =
  ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:0 auto;padding:1.5rem 1rem 3rem;max-width:72rem}" +
  "h1{margin:0 0 .5rem;font-size:1.5rem;overflow-wrap:anywhere}h2{margin:2rem 0 .5rem;font-size:1.125rem}p{max-width:42rem}" +
  ".scroll{overflow:auto;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem}" +
  ".scroll:focus-visible{outline:2px solid;outline-offset:2px}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}" +
  "th,td{padding:.5rem .75rem;text-align:end;white-space:nowrap}tbody th,tbody td{border-top:1px solid color-mix(in srgb,currentColor 15%,transparent)}" +
  "th:first-child{text-align:start}thead th{white-space:normal;vertical-align:bottom}.narrow{max-width:26rem}tr.all>*{font-weight:700}";

/** A page of its own, without scripts, pictures or links: nothing that it asks for could pass its address on. */
export function partnerTemplate({ network, ref, until, spans, least: number }: PartnerFigures, reader: PartnerReader): Html {
  const { t, language, nonce, site } = reader;
  const title = t("sources.title", { source: [network, ref].filter((one) => one !== "").join(" · "), site });
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta
    name="robots" content="noindex"><meta name="referrer" content="no-referrer"><link rel="icon" href="data:,"><title>${title}</title><style
    nonce="${nonce}">${raw(STYLE)}</style></head><body><main><h1>${title}</h1>
    <p>${t("sources.until", { date: days.format(until) })}</p>
    ${spans.length === 0 ? html`<p>${t("sources.none", { number })}</p>` : tables(spans, days, reader)}
    <p>${t("sources.privacy", { number })}</p></main></body></html>`;
}

function tables(spans: readonly Span[], days: Intl.DateTimeFormat, reader: PartnerReader): Html {
  const { t, language } = reader;
  const countries = new Intl.DisplayNames([language], { type: "region" });
  const countryOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : "–");
  return html`${figures(spans, days, reader)}
    ${parts(t("sources.countries"), sumsBy(spans, "countries"), countryOf, reader)}
    ${parts(t("sources.landers"), sumsBy(spans, "landers"), (name) => name || t("sources.no_lander"), reader)}`;
}

function figures(spans: readonly Span[], days: Intl.DateTimeFormat, { t, language }: PartnerReader): Html {
  const currencies = [...new Set(spans.flatMap(({ sums }) => sums.money.map(({ currency }) => currency)))].sort();
  const whole = new Intl.NumberFormat(language);
  const amounts = [t("sources.orders"), t("sources.revenue"), t("sources.refunds"), t("sources.chargebacks"), t("sources.left")];
  const head = [
    t("sources.days"),
    ...SOURCE_COUNTS.map((name) => t(`sources.counts.${name}`)),
    ...currencies.flatMap((currency) => amounts.map((one) => `${one} ${currency}`)),
  ];
  // What waits cannot be told from nothing.
  const shown = (value: number, format = (one: number) => whole.format(one)) => (value === 0 ? "–" : format(value));
  const cellsOf = (of: readonly Span[]) => [
    ...SOURCE_COUNTS.map((name) => shown(sum(of, ({ sums }) => sums.counts[name]))),
    ...currencies.flatMap((currency) => {
      const amount = (name: "orders" | "revenue" | "refunded" | "charged_back") =>
        sum(of, ({ sums }) => sums.money.find((one) => one.currency === currency)?.[name] ?? 0);
      const [paid, refunded, back] = [amount("revenue"), amount("refunded"), amount("charged_back")];
      return [
        shown(amount("orders")),
        ...[paid, refunded, back, paid - refunded - back].map((one) => shown(one, (value) => money(value, currency, language))),
      ];
    }),
  ];
  const rows = [...spans].reverse().map((span) => row(days.formatRange(span.from * DAY, span.to * DAY), cellsOf([span])));
  return table("scroll", t("sources.figures"), head, [row(t("sources.all"), cellsOf(spans), "all"), ...rows]);
}

function parts(
  heading: string,
  by: [string | null, number][],
  nameOf: (part: string) => string,
  { t, language }: PartnerReader,
): Html {
  const whole = new Intl.NumberFormat(language);
  const rows = by.map(([part, value]) => row(part === null ? t("sources.others") : nameOf(part), [whole.format(value)]));
  return html`<h2>${heading}</h2>${table("scroll narrow", heading, [heading, t("sources.counts.signups")], rows)}`;
}

function row(name: string, cells: readonly string[], kind = ""): Html {
  return html`<tr class="${kind}"><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}

function table(classes: string, name: string, head: readonly string[], rows: Html[]): Html {
  return html`<div class="${classes}" role="region" tabindex="0" aria-label="${name}"><table><thead><tr>${head.map(
    (one) => html`<th scope="col">${one}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** What stands by name in a span adds up; the rest of all spans is one number. */
function sumsBy(spans: readonly Span[], which: "countries" | "landers"): [string | null, number][] {
  const sums = new Map<string | null, number>();
  for (const span of spans) for (const [part, value] of span[which]) sums.set(part, (sums.get(part) ?? 0) + value);
  return [...sums].sort(([a, x], [b, y]) => (a === null ? 1 : b === null ? -1 : y - x));
}

function sum(spans: readonly Span[], of: (span: Span) => number): number {
  return spans.reduce((all, span) => all + of(span), 0);
}
