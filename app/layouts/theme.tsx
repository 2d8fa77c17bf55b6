// Not in root.tsx: of what a route imports itself, the browser's build makes a second copy.
import "#app/styles/base.css";
import figtree from "#app/styles/fonts/figtree.woff2?url";
import fraunces from "#app/styles/fonts/fraunces.woff2?url";
import { BASE_THEME, type Theme as Colours, themeOf } from "#worker/domains/niches.ts";
import { edge } from "#worker/edge/edge.ts";

// The browser's components bring no sheet of their own, each of which would keep the first picture waiting: theirs are in
// the one sheet, too. The bundler leaves out a sheet of which nothing is used, hence the count below.
const sheets = import.meta.glob(["../**/*.module.css", "!../routes/dev/**"], { eager: true, import: "default" });

/** Our fonts, asked for before the style sheet names them: the first picture waits for none, and mostly has them. */
export function Fonts() {
  return [figtree, fraunces].map((href) => (
    <link as="font" crossOrigin="anonymous" href={href} key={href} rel="preload" type="font/woff2" />
  ));
}

/** The colours in which this domain differs; settings are checked, and what could end the rule is dropped all the same. */
export function Theme() {
  if (Object.keys(sheets).length === 0) throw new Error("no style sheets");
  const { settings, nonce } = edge();
  const colours = Object.entries(themeOf(settings)) as [keyof Colours, string][];
  const rules = colours
    .filter(([name, colour]) => colour !== BASE_THEME[name])
    .map(([name, colour]) => `--brand-${name}:${colour.replaceAll(/[^\w#(),.%\s-]/g, "")}`);
  if (rules.length === 0) return null;
  return <style nonce={nonce}>{`:root{${rules.join(";")}}`}</style>;
}
