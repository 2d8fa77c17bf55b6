import { Alert, type Tone } from "#app/ui/alert.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import type { Key } from "#locales/index.ts";
import { edge } from "#worker/edge/edge.ts";

/** Where a form leads once it is carried out: the page says so, and a reload sends nothing again. */
export function savedPath(path: string, what = ""): string {
  return `${path}?saved${what && `=${what}`}`;
}

export interface SavedProps {
  /** What there is to say, by what came back in the query. */
  texts?: Readonly<Record<string, Key>>;
  /** The query parameter that a form led back with. */
  param?: string;
  tone?: Tone;
}

/** Says what became of what was sent, in view and once: a reload of the page does not say it again. */
export function Saved({ texts = {}, param = "saved", tone = "success" }: SavedProps) {
  const { t, url, form, now } = edge();
  const what = url.searchParams.get(param);
  if (what === null || form) return null;
  const said = Object.hasOwn(texts, what) ? texts[what] : param === "saved" ? "settings.saved" : undefined;
  if (!said) return null;
  return (
    <>
      <Alert first id={param} title={t(said)} tone={tone} />
      <FlashMessage at={now()} id={param} param={param} />
    </>
  );
}
