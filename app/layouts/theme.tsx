// Not in root.tsx: of what a route imports itself, the browser's build makes a second copy.
import "../styles/base.css";
// What components of the browser's side are styled with, too: each sheet of its own would keep the first picture waiting.
import.meta.glob("../**/*.module.css", { eager: true });
import { BASE_THEME, type Theme as Colours, themeOf } from "#worker/domains/niches.ts";
import { edge } from "#worker/edge/edge.ts";

/** The colours in which this domain differs; settings are checked, and what could end the rule is dropped all the same. */
export function Theme() {
  const { settings, nonce } = edge();
  const colours = Object.entries(themeOf(settings)) as [keyof Colours, string][];
  const rules = colours
    .filter(([name, colour]) => colour !== BASE_THEME[name])
    .map(([name, colour]) => `--brand-${name}:${colour.replaceAll(/[^\w#(),.%\s-]/g, "")}`);
  if (rules.length === 0) return null;
  return <style nonce={nonce}>{`:root{${rules.join(";")}}`}</style>;
}
