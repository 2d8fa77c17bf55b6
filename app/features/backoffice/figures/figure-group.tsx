import { Chart } from "./chart.tsx";
import css from "./figures.module.css";
import { dayWords, FIGURE_WORDS } from "./words.ts";

export interface Shown {
  name: string;
  /** One entry per day; null without a value. */
  values: readonly (number | null)[];
  total: number | null;
  format(value: number): string;
  /** In place of the total. */
  sum?: string;
  nothing?: string;
  /** Against the week before; undefined where no day can be compared. */
  change?: string | undefined;
  /** False for a column without a chart of its own. */
  drawn?: boolean;
}

interface Props {
  title: string;
  days: readonly string[];
  shown: readonly Shown[];
}

/** Charts, and beside them the table of the same numbers, newest day first. */
export function FigureGroup({ title, days, shown }: Props) {
  const textOf = ({ format }: Shown, value: number | null | undefined) => (value == null ? "–" : format(value));
  const sumOf = (one: Shown) => one.sum ?? textOf(one, one.total);
  return (
    <section className={css.group}>
      <h2>{title}</h2>
      <div className={css.charts}>
        {shown
          .filter(({ drawn = true }) => drawn)
          .map((one) => (
            <Chart days={days} key={one.name} {...one} total={sumOf(one)} />
          ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <section aria-label={FIGURE_WORDS.scroll(title)} className={css.numbers} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{FIGURE_WORDS.day}</th>
              {shown.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={css.sum}>
              <th scope="row">{FIGURE_WORDS.sum}</th>
              {shown.map((one) => (
                <td key={one.name}>{sumOf(one)}</td>
              ))}
            </tr>
            {shown.some(({ change }) => change !== undefined) && (
              <tr className={css.change}>
                <th scope="row">{FIGURE_WORDS.change}</th>
                {shown.map((one) => (
                  <td key={one.name}>{one.change}</td>
                ))}
              </tr>
            )}
            {days
              .map((day, n) => (
                <tr key={day}>
                  <th scope="row">
                    <time dateTime={day}>{dayWords(day)}</time>
                  </th>
                  {shown.map((one) => (
                    <td key={one.name}>{textOf(one, one.values[n])}</td>
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </section>
    </section>
  );
}
