// `node tools/pictures/lander-pictures.ts`: draws the pictures in public/landers. They are committed: no build runs this.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANDER_PEOPLE } from "#app/features/accounts/landers/people.ts";
import { PORTRAITS, portraitSvg, SCENERIES, scenerySvg } from "#demo/portrait.ts";

const OUT = join(import.meta.dirname, "../../public/landers");
const SCENES = { canal: 18, coffee: 19, sunset: 21, skyline: 22, vineyard: 27 };

mkdirSync(OUT, { recursive: true });
for (const { name, portrait } of LANDER_PEOPLE) draw(name.toLowerCase(), portraitSvg(at(PORTRAITS, portrait)));
for (const [name, scenery] of Object.entries(SCENES)) draw(name, scenerySvg(at(SCENERIES, scenery)));

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (!found) throw new Error(`nothing is drawn at ${index}`);
  return found;
}

function draw(name: string, svg: string): void {
  writeFileSync(join(OUT, `${name}.svg`), svg);
}
