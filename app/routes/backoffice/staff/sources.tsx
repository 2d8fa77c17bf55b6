import { changeOf, spanOf } from "#app/features/backoffice/figures/change.ts";
import css from "#app/features/backoffice/figures/figures.module.css";
import { nearestDay } from "#app/features/backoffice/figures/nearest-day.ts";
import { dayWords, FIGURE_WORDS } from "#app/features/backoffice/figures/words.ts";
import { SOURCE_WORDS as words } from "#app/features/backoffice/sources/source-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { contract, type SourceSums } from "#worker/backoffice/sources/sources.contract.ts";
import { RESTS, SOURCE_COUNTS, SOURCE_GROUPS } from "#worker/backoffice/sources/sources.vocabulary.ts";
import { money } from "#worker/platform/money.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;
type Row = Found["rows"][number];

async function find() {
  const { backend, url } = staffEdge();
  const asked = (name: string) => (url.searchParams.get(name) ?? "").slice(0, 100);
  return backend.staffSources({
    ...{ domain: asked("domain"), network: asked("network"), ref: asked("ref") },
    ...{ from: nearestDay(asked("from")), to: nearestDay(asked("to")) },
    by: SOURCE_GROUPS.find((one) => one === asked("by")) ?? "network",
  });
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { by, currencies, rows, total, more, from, to, before_from, before_to, has_views, has_rates } = found;
  const head = [
    words.groups[by],
    ...(has_views ? [words.views, words.rate] : []),
    ...SOURCE_COUNTS.map((name) => words.counts[name]),
    ...currencies.flatMap((currency) => [
      ...[
        words.orders(currency),
        words.revenue(currency),
        words.refunds(currency),
        words.chargebacks(currency),
        words.net(currency),
      ],
    ]),
  ];
  return (
    <StaffPage title={words.title}>
      <p className="muted">{words.intro}</p>
      <Choice {...found} />
      <p className="muted">
        {FIGURE_WORDS.period(from, to)} {words.compared(spanOf(before_from, before_to))} {words.paying}
        {has_views && ` ${words.viewsHint}`}
      </p>
      {rows.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
        <section aria-label={words.scroll} className={css.numbers} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr className={css.sum}>
                <th scope="row">{words.all}</th>
                <Cells currencies={currencies} hasRates={has_rates} hasViews={has_views} sums={total} />
              </tr>
              <tr className={css.change}>
                <th scope="row">{words.before}</th>
                <Changes currencies={currencies} hasViews={has_views} sums={total} />
              </tr>
              {rows.map((row) => (
                <tr key={JSON.stringify([row.rest, row.name, row.ref])}>
                  <th scope="row">
                    <Name by={by} found={found} row={row} />
                  </th>
                  <Cells currencies={currencies} hasRates={has_rates || by === "day"} hasViews={has_views} sums={row} />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {more > 0 && <p className="muted">{words.more(more)}</p>}
    </StaffPage>
  );
}

function moneyOf(sums: SourceSums["money"], currency: string): SourceSums["money"][number] {
  const nothing = { orders: 0, refunds: 0, chargebacks: 0, revenue: 0, refunded: 0, charged_back: 0 };
  return sums.find((one) => one.currency === currency) ?? { currency, ...nothing };
}

const whole = (value: number) => value.toLocaleString("en-GB");

interface CellsProps {
  sums: SourceSums;
  currencies: readonly string[];
  hasViews: boolean;
}

interface RatedProps extends CellsProps {
  hasRates: boolean;
}

/** Sign-ups of a hundred views. Of pages without views there is none. */
function rateOf(signups: number, views: number): string {
  return views === 0 ? "–" : ((100 * signups) / views).toLocaleString("en-GB", { maximumFractionDigits: 1 });
}

function Cells({ sums, currencies, hasRates, hasViews }: RatedProps) {
  return (
    <>
      {hasViews && (
        <>
          <td>{whole(sums.views)}</td>
          <td>{hasRates ? rateOf(sums.counts.signups, sums.views) : "–"}</td>
        </>
      )}
      {SOURCE_COUNTS.map((name) => (
        <td key={name}>{whole(sums.counts[name])}</td>
      ))}
      {currencies.map((currency) => {
        const own = moneyOf(sums.money, currency);
        const amount = (value: number) => money(value, currency, "en-GB");
        const back = (cases: number, value: number) => (cases === 0 ? "0" : `${whole(cases)}: ${amount(value)}`);
        return [
          <td key={`${currency} orders`}>{whole(own.orders)}</td>,
          <td key={`${currency} revenue`}>{amount(own.revenue)}</td>,
          <td key={`${currency} refunds`}>{back(own.refunds, own.refunded)}</td>,
          <td key={`${currency} chargebacks`}>{back(own.chargebacks, own.charged_back)}</td>,
          <td key={`${currency} net`}>{amount(own.revenue - own.refunded - own.charged_back)}</td>,
        ];
      })}
    </>
  );
}

function Changes({ sums, currencies, hasViews }: CellsProps) {
  const { counts, before, views, views_before } = sums;
  return (
    <>
      {hasViews && (
        <>
          <td>{changeOf({ now: views, before: views_before, cases: views_before, format: whole })}</td>
          <td />
        </>
      )}
      {SOURCE_COUNTS.map((name) => (
        <td key={name}>{changeOf({ now: counts[name], before: before[name], cases: before[name], format: whole })}</td>
      ))}
      {currencies.map((currency) => {
        const [now, then] = [moneyOf(sums.money, currency), moneyOf(sums.money_before, currency)];
        const amount = (value: number) => money(value, currency, "en-GB");
        const left = ({ revenue, refunded, charged_back }: typeof now) => revenue - refunded - charged_back;
        const pair = (of: (one: typeof now) => number, cases: number, format: (value: number) => string) =>
          changeOf({ now: of(now), before: of(then), cases, format });
        return [
          <td key={`${currency} orders`}>{pair(({ orders }) => orders, then.orders, whole)}</td>,
          <td key={`${currency} revenue`}>{pair(({ revenue }) => revenue, then.orders, amount)}</td>,
          <td key={`${currency} refunds`}>{pair(({ refunded }) => refunded, then.refunds, amount)}</td>,
          <td key={`${currency} chargebacks`}>{pair(({ charged_back }) => charged_back, then.chargebacks, amount)}</td>,
          <td key={`${currency} net`}>{pair(left, then.orders, amount)}</td>,
        ];
      })}
    </>
  );
}

/** What a link says is a stranger's text. A network leads to its refs. */
function Name({ row: { name, ref, rest }, by, found }: { row: Row; by: Found["by"]; found: Found }) {
  if (by === "day") return dayWords(name);
  if (by === "lander") return name || words.noLander;
  if (by === "country") return name || words.noCountry;
  if (by === "ref")
    return [name || (rest === RESTS.named ? words.direct : ""), ref || words.rests[rest] || words.noRef]
      .filter(Boolean)
      .join(" · ");
  if (rest !== RESTS.named) return words.rests[rest];
  if (name === "") return words.direct;
  const { domain, from, to } = found;
  return <a href={`/staff/sources?${new URLSearchParams({ domain, from, to, by: "ref", network: name })}`}>{name}</a>;
}

function Choice({ domain, from, to, by, network, ref, sites }: Found) {
  const query = new URLSearchParams({ domain, from, to, by, network, ref });
  return (
    <>
      <form className={css.choice}>
        <Select
          defaultValue={domain}
          label={FIGURE_WORDS.site}
          name="domain"
          options={[{ value: "", label: FIGURE_WORDS.all }, ...sites.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Input defaultValue={from} label={FIGURE_WORDS.from} name="from" type="date" />
        <Input defaultValue={to} label={FIGURE_WORDS.to} name="to" type="date" />
        <Select
          defaultValue={by}
          label={words.by}
          name="by"
          options={SOURCE_GROUPS.map((value) => ({ value, label: words.groups[value] }))}
        />
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={network}
          label={words.network}
          maxLength={100}
          name="network"
          placeholder={words.every}
          spellCheck={false}
        />
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={ref}
          label={words.ref}
          maxLength={100}
          name="ref"
          placeholder={words.every}
          spellCheck={false}
        />
        <Button variant="secondary">{FIGURE_WORDS.show}</Button>
      </form>
      <p>
        <a href={`${contract.staffSourcesFile.path}?${query}`}>{words.download}</a>
        {" · "}
        <a href={`${contract.staffSubsFile.path}?${new URLSearchParams({ domain, from, to, network, ref })}`}>{words.subs}</a>
        {domain !== "" && network !== "" && (
          <>
            {" · "}
            <a href={`/staff/partners?${new URLSearchParams({ site: domain, network })}`}>{words.partner(network)}</a>
          </>
        )}
      </p>
    </>
  );
}
