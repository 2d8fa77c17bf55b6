import { Alert } from "#app/ui/alert.tsx";
import type { Key } from "#locales/index.ts";
import { edge } from "#worker/edge/edge.ts";

/** Where a form leads once it is carried out: the page says so, and a reload sends nothing again. */
export function savedPath(path: string, what = ""): string {
  return `${path}?saved${what && `=${what}`}`;
}

/** Says that what was sent is saved, in words of its own where `texts` has some for what came back in `?saved=`. */
export function Saved({ texts = {} }: { texts?: Readonly<Record<string, Key>> }) {
  const { t, url, form } = edge();
  const what = url.searchParams.get("saved");
  if (what === null || form) return null;
  return <Alert title={t((Object.hasOwn(texts, what) && texts[what]) || "settings.saved")} tone="success" />;
}
