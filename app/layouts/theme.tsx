// Not in root.tsx: the browser build duplicates the assets that a route module imports.
import "#app/styles/base.css";
import figtree from "#app/styles/fonts/figtree.woff2?url";
import fraunces from "#app/styles/fonts/fraunces.woff2?url";
import { BASE_THEME, type Theme as Colours, themeOf } from "#worker/domains/niches.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";

// One style sheet also holds the client components' rules, since each extra sheet would delay first paint. The bundler
// drops unused sheets, hence the count below.
const sheets = import.meta.glob(["../**/*.module.css", "!../routes/dev/**"], { eager: true, import: "default" });

/** Preloads the fonts before the style sheet requests them. */
export function Fonts() {
  return [figtree, fraunces].map((href) => (
    <link as="font" crossOrigin="anonymous" href={href} key={href} rel="preload" type="font/woff2" />
  ));
}

/** Colours that this domain overrides. Settings are validated; characters that could end the rule are dropped anyway. */
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
