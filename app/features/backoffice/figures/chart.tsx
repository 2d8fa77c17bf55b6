import css from "./figures.module.css";
import { FIGURE_WORDS } from "./words.ts";

interface Props {
  name: string;
  days: readonly string[];
  /** Null for a day without a value. */
  values: readonly (number | null)[];
  format(value: number): string;
  /** Sum over the period; without it the heading is the name alone. */
  total?: string;
  nothing?: string;
  change?: string | undefined;
}

/** Units of the drawing, which the page stretches. */
const [STEP, BAR, HEIGHT] = [10, 8, 60];

/** A bar a day. The table beside it has the numbers. */
export function Chart({ name, days, values, format, total, change, nothing = FIGURE_WORDS.none }: Props) {
  const known = values.map((value) => value ?? 0);
  const most = Math.max(...known);
  const at = days[known.indexOf(most)] ?? "";
  const bars = known.map((value, n) => {
    const height = most > 0 ? Math.round((value / most) * HEIGHT * 10) / 10 : 0;
    return height > 0 ? `M${n * STEP} ${HEIGHT}v-${height}h${BAR}v${height}z` : "";
  });
  return (
    <figure className={css.chart}>
      <figcaption>
        <span className="muted">{name}</span>
        <strong>{total}</strong>
        {change !== undefined && <span className={css.changed}>{change}</span>}
      </figcaption>
      <svg
        aria-label={most > 0 ? FIGURE_WORDS.chart(name, format(most), at) : `${name}: ${nothing}`}
        preserveAspectRatio="none"
        role="img"
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      >
        <path d={bars.join("")} />
      </svg>
      <p className="muted">{most > 0 ? FIGURE_WORDS.most(format(most), at) : nothing}</p>
    </figure>
  );
}
