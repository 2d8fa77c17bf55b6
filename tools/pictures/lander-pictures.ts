// `node tools/pictures/lander-pictures.ts`: draws the pictures in public/landers. They are committed: no build runs this.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FIGURES, LANDER_PEOPLE } from "#app/features/accounts/landers/people.ts";
import { PORTRAITS, type PortraitSpec, portraitSvg, SCENERIES, scenerySvg } from "#demo/portrait.ts";

const OUT = join(import.meta.dirname, "../../public/landers");
const SCENES = { canal: 18, coffee: 19, sunset: 21, skyline: 22, vineyard: 27 };

const FACING = { frame: "half", turn: 14, gaze: 6, tilt: 3, shift: -14, zoom: 1.25, smile: "open" } as const;

mkdirSync(OUT, { recursive: true });
for (const { name, portrait } of LANDER_PEOPLE) {
  const look = at(PORTRAITS, portrait);
  draw(name.toLowerCase(), portraitSvg(look));
  const arms = FIGURES[name as keyof typeof FIGURES];
  // Half figures turned to the right edge; the page mirrors the second picture.
  if (arms) draw(`${name.toLowerCase()}-figure`, portraitSvg({ ...look, ...FACING, arms: arms as PortraitSpec["arms"] }));
}
for (const [name, scenery] of Object.entries(SCENES)) draw(name, scenerySvg(at(SCENERIES, scenery)));

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (!found) throw new Error(`nothing is drawn at ${index}`);
  return found;
}

function draw(name: string, svg: string): void {
  writeFileSync(join(OUT, `${name}.svg`), svg);
}
