import css from "./night-houses.module.css";
import { type LanderPerson, portraitOf } from "./people.ts";

type House = { x: number; wall: number; top: number; columns: number };

const WINDOW = { width: 62, height: 78, gapX: 22, gapY: 24 };
const GROUND = 420;
const HOUSES: readonly House[] = [
  { x: -30, wall: 230, top: 196, columns: 2 },
  { x: 206, wall: 270, top: 110, columns: 3 },
  { x: 482, wall: 190, top: 220, columns: 2 },
  { x: 678, wall: 280, top: 150, columns: 3 },
  { x: 964, wall: 190, top: 96, columns: 2 },
  { x: 1160, wall: 270, top: 206, columns: 3 },
];
/** House, row and column of each lit window; the first three show a face. */
const LIT = ["2-0-1", "3-1-0", "1-0-1", "0-0-1", "4-1-1", "5-0-2", "3-0-2"];

export function NightHouses({ faces, label }: { faces: readonly LanderPerson[]; label: string }) {
  return (
    <svg aria-label={label} className={css.street} preserveAspectRatio="xMidYMax slice" role="img" viewBox="0 0 1400 420">
      <defs>
        <radialGradient id="lit" r="0.9">
          <stop offset="0" stopColor="#ffe6ab" />
          <stop offset="1" stopColor="#f0a24e" />
        </radialGradient>
      </defs>
      {HOUSES.map((house, index) => (
        <g key={house.x}>
          <path className={index % 2 ? css.near : css.far} d={outline(house)} />
          {windowsOf(house, index).map(({ id, x, y }) => (
            <Window face={faces[LIT.indexOf(id)]} key={id} lit={LIT.indexOf(id)} x={x} y={y} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Window({ x, y, lit, face }: { x: number; y: number; lit: number; face?: LanderPerson }) {
  const { width, height } = WINDOW;
  const size = { x, y, width, height, rx: 3 };
  if (lit < 0) return <rect {...size} className={css.dark} />;
  return (
    <g className={face ? undefined : css.flicker}>
      <rect {...size} className={css.glow} />
      <rect {...size} fill="url(#lit)" />
      {face ? (
        <svg height={height} viewBox="90 120 300 377" width={width} x={x} y={y}>
          <image height="600" href={portraitOf(face)} width="480" />
        </svg>
      ) : (
        <path className={css.bars} d={`M${x + width / 2} ${y}v${height}M${x} ${y + height * 0.4}h${width}`} />
      )}
      <rect {...size} className={css.frame} />
    </g>
  );
}

function windowsOf({ x, wall, top, columns }: House, house: number) {
  const { width, height, gapX, gapY } = WINDOW;
  const start = x + (wall - columns * width - (columns - 1) * gapX) / 2;
  const rows = Math.floor((GROUND - top - 30) / (height + gapY));
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return {
      id: `${house}-${row}-${column}`,
      x: start + column * (width + gapX),
      y: top + 34 + row * (height + gapY),
    };
  });
}

function outline({ x, wall, top }: House): string {
  const [middle, right] = [x + wall / 2, x + wall];
  return `M${x} ${GROUND}V${top}L${middle} ${top - 74}l${wall * 0.2} ${29.6}v-34h20v45.8L${right} ${top}V${GROUND}z`;
}
