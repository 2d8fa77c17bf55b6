// Not in root.tsx: of what a route imports itself, the browser's build makes a second copy.
import "../styles/base.css";
import { edge } from "#worker/edge/edge.ts";

/** The colours that this niche changes; settings are checked, and what could end the rule is dropped all the same. */
export function Theme() {
  const { settings, nonce } = edge();
  const rules = Object.entries(settings.theme).map(
    ([name, colour]) => `--brand-${name}:${colour.replaceAll(/[^\w#(),.%\s-]/g, "")}`,
  );
  if (rules.length === 0) return null;
  return <style nonce={nonce}>{`:root{${rules.join(";")}}`}</style>;
}
