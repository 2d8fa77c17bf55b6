import { cx } from "#app/ui/cx.ts";
import css from "./dot-map.module.css";
import type { DotMap as Drawing, MapRegion } from "./map.ts";

type Label = { name: string; x: number; y: number };
type Window = { x: number; y: number; width: number; height: number };

export type DotMapProps = {
  map: Drawing;
  label: string;
  region?: string;
  town?: string;
};

export function DotMap({ map, label, region: code, town }: DotMapProps) {
  const chosen = map.regions.find((region) => region.code === code);
  const view = chosen ? around(chosen, map) : { x: 0, y: 0, width: map.width, height: map.height };
  // In SVG units, so that labels have one size on every map.
  const letter = view.width / 29;
  const wanted = chosen ? [...chosen.towns] : map.regions.flatMap(({ towns }) => towns.slice(0, 1));
  if (town) wanted.sort((a, b) => Number(b.name === town) - Number(a.name === town));
  return (
    <svg
      aria-label={label}
      className={css.map}
      role="img"
      viewBox={[view.x, view.y, view.width, view.height].map((size) => size.toFixed(1)).join(" ")}
    >
      {map.regions.map((region, index) => (
        <path
          className={cx(css.land, css[`tone${index % 4}`], region === chosen && css.chosen)}
          d={region.dots}
          key={region.code}
        />
      ))}
      {legible(wanted, view, letter).map(({ name, x, y, atEnd }) => (
        <g className={name === town ? css.marked : undefined} key={`${name} ${x}`}>
          <circle className={css.town} cx={x} cy={y} r={letter * (name === town ? 0.42 : 0.24)} />
          <text
            className={css.name}
            fontSize={letter}
            strokeWidth={letter * 0.28}
            textAnchor={atEnd ? "end" : "start"}
            x={x + letter * (atEnd ? -0.55 : 0.55)}
            y={y + letter * 0.34}
          >
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** View box around all towns of a region, at least a third of the country wide. */
function around({ towns }: MapRegion, map: Drawing): Window {
  const side = (pick: (town: Label) => number, least: number) => {
    const [from, to] = [Math.min(...towns.map(pick)) - 4, Math.max(...towns.map(pick)) + 4];
    const more = Math.max(0, least - (to - from));
    return [from - more / 2, to - from + more] as const;
  };
  const [x, width] = side((town) => town.x, map.width / 2.4);
  const [y, height] = side((town) => town.y, Math.max(map.height / 2.6, width * 0.7));
  return { x, y, width, height };
}

/** Places labels in order of priority, left or right of the dot; drops those that overlap. */
function legible(labels: readonly Label[], view: Window, letter: number) {
  const taken: { from: number; to: number; y: number }[] = [];
  return labels.flatMap((label) => {
    const long = (label.name.length * 0.6 + 0.9) * letter;
    for (const atEnd of [false, true]) {
      const [from, to] = atEnd ? [label.x - long, label.x + letter * 0.3] : [label.x - letter * 0.3, label.x + long];
      const inside = from >= view.x && to <= view.x + view.width;
      const free = taken.every((other) => Math.abs(other.y - label.y) > letter * 1.25 || other.to < from || to < other.from);
      if (!inside || !free) continue;
      taken.push({ from, to, y: label.y });
      return [{ ...label, atEnd }];
    }
    return [];
  });
}
