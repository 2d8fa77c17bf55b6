import { Alert } from "#app/ui/alert.tsx";
import { SaidOnce } from "#app/ui/said-once.client.tsx";
import type { Key } from "#locales/index.ts";
import { edge } from "#worker/edge/edge.ts";

/** Where a form leads once it is carried out: the page says so, and a reload sends nothing again. */
export function savedPath(path: string, what = ""): string {
  return `${path}?saved${what && `=${what}`}`;
}

/** Says that what was sent is saved, in view and once, in words of its own where `texts` has some for what came back in `?saved=`. */
export function Saved({ texts = {} }: { texts?: Readonly<Record<string, Key>> }) {
  const { t, url, form, now } = edge();
  const what = url.searchParams.get("saved");
  if (what === null || form) return null;
  const said = t((Object.hasOwn(texts, what) && texts[what]) || "settings.saved");
  return (
    <>
      <Alert first id="saved" title={said} tone="success" />
      <SaidOnce at={now()} id="saved" param="saved" />
    </>
  );
}
