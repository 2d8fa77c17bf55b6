import { changeOf, spanOf } from "#app/features/backoffice/figures/change.ts";
import { FigureGroup, type Shown } from "#app/features/backoffice/figures/figure-group.tsx";
import css from "#app/features/backoffice/figures/figures.module.css";
import { nearestDay } from "#app/features/backoffice/figures/nearest-day.ts";
import { hoursOf, shareOf } from "#app/features/backoffice/figures/ratios.ts";
import { FIGURE_WORDS } from "#app/features/backoffice/figures/words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { contract } from "#worker/backoffice/figures/figures.contract.ts";
import { AGE_FIGURES, AMOUNTS, type FigureName, MONEY_FIGURES } from "#worker/backoffice/figures/figures.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { money } from "#worker/platform/money.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

const words = FIGURE_WORDS;

async function find() {
  const { backend, url } = staffEdge();
  const { searchParams: asked } = url;
  const [from, to] = [nearestDay(asked.get("from")), nearestDay(asked.get("to"))];
  return backend.staffFigures({ domain: (asked.get("domain") ?? "").slice(0, 100), from, to });
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { days, series, from, to, compared } = found;
  const compares = compared !== null;
  const one = (name: FigureName, part = "") => series.find((other) => other.name === name && other.part === part);
  const shownOf = (name: FigureName, part = "") => columnOf(found, name, part);
  const counted = (...names: FigureName[]) => names.flatMap((name) => shownOf(name));
  const partsOf = (name: FigureName) => series.filter((other) => other.name === name).map(({ part }) => part);
  const desk = one("desk_messages")?.total ? shownOf("desk_messages") : [];
  const calls = one("calls")?.total ? counted("calls", "missed_calls", "call_minutes", "call_reports") : [];
  const [currencies, kinds] = [partsOf("ordered"), partsOf("decided")];
  return (
    <StaffPage title={WORDS.figures}>
      <Choice {...found} />
      <p className="muted">
        {words.period(from, to)}{" "}
        {compared && words.compared(spanOf(compared.from, compared.to), spanOf(compared.before_from, compared.before_to))}
      </p>
      <FigureGroup days={days} shown={counted("signups", "members", "active")} title={words.members} />
      <FigureGroup days={days} shown={[...counted("messages", "likes", "matches"), ...desk, ...calls]} title={words.activity} />
      <FigureGroup
        days={days}
        shown={[
          ...counted("buyers"),
          ...shareOf(words.shares.confirmed, one("members"), one("signups"), compares),
          ...shareOf(words.shares.buying, one("buyers"), one("members"), compares),
        ]}
        title={words.conversion}
      />
      {currencies.map((currency) => (
        <FigureGroup
          days={days}
          key={currency}
          shown={[
            ...MONEY_FIGURES.flatMap((name) => shownOf(name, currency)),
            ...shareOf(words.shares.paid, one("orders", currency), one("ordered", currency), compares),
          ]}
          title={words.money(currency)}
        />
      ))}
      {currencies.length === 0 && <p className="muted">{words.noMoney}</p>}
      {kinds.map((kind) => (
        <FigureGroup
          days={days}
          key={kind}
          shown={[
            ...shownOf("decided", kind),
            ...shownOf("late", kind),
            ...hoursOf(one("waited", kind), one("decided", kind), compares),
          ]}
          title={`${words.work}: ${WORDS.kinds[kind as keyof typeof WORDS.kinds]}`}
        />
      ))}
      {partsOf("age_begun")
        .filter((part) => !part.startsWith("visitor "))
        .map((part) => (
          <FigureGroup
            days={days}
            key={part}
            shown={AGE_FIGURES.flatMap((name) => (name === "age_refused" ? [] : shownOf(name, part)))}
            title={words.ageProofs(part)}
          />
        ))}
      {partsOf("age_refused")
        .filter((part) => part.startsWith("visitor "))
        .map((part) => (
          <FigureGroup days={days} key={part} shown={shownOf("age_refused", part)} title={words.ageProofs(part)} />
        ))}
      {kinds.length === 0 && <p className="muted">{words.noWork}</p>}
    </StaffPage>
  );
}

function Choice({ domain, from, to, sites }: Found) {
  const options = [{ value: "", label: words.all }, ...sites.map(({ id, name }) => ({ value: id, label: name }))];
  const query = new URLSearchParams({ domain, from, to });
  return (
    <>
      <form className={css.choice}>
        <Select defaultValue={domain} label={words.site} name="domain" options={options} />
        <Input defaultValue={from} label={words.from} name="from" type="date" />
        <Input defaultValue={to} label={words.to} name="to" type="date" />
        <Button variant="secondary">{words.show}</Button>
      </form>
      <p>
        <a href={`${contract.staffFiguresFile.path}?${query}`}>{words.download}</a>
      </p>
    </>
  );
}

/** Counts that are nearly always nought have no chart. */
const PLAIN: readonly FigureName[] = ["refunds", "chargebacks", "charged_back", "late"];

const whole = (value: number) => value.toLocaleString("en-GB");

/** How often it happened whose amounts a figure sums. */
const CASES: Partial<Record<FigureName, FigureName>> = { revenue: "orders", refunded: "refunds", charged_back: "chargebacks" };

function columnOf({ series, compared }: Found, name: FigureName, part: string): Shown[] {
  const find = (wanted: FigureName) => series.find((other) => other.name === wanted && other.part === part);
  const found = find(name);
  if (!found) return [];
  const { values, total, week } = found;
  const format = AMOUNTS.includes(name) ? (value: number) => money(value, part, "en-GB") : whole;
  // The same member is active on many days, so a sum would mean nothing. Days before the counting began have no part in the mean.
  const mean = name === "active";
  const sum = mean ? words.mean(whole(Math.round(total / Math.max(values.filter(Boolean).length, 1)))) : undefined;
  const perDay = (count: number) => (mean && compared ? Math.round(count / daysOf(compared)) : count);
  const [now, before] = [perDay(week.now), perDay(week.before)];
  const cases = find(CASES[name] ?? name)?.week.before ?? 0;
  const change = compared ? changeOf({ now, before, cases: mean ? before : cases, format }) : undefined;
  return [{ name: words.names[name], values, total, format, sum, change, drawn: !PLAIN.includes(name) }];
}

function daysOf({ from, to }: { from: string; to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / DAY + 1;
}
