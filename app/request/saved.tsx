import { Alert, type Tone } from "#app/ui/alert.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import type { Key } from "#locales/index.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Redirect target of a successful form: shows a confirmation, and a reload resends nothing. */
export function savedPath(path: string, what = ""): string {
  return `${path}?saved${what && `=${what}`}`;
}

export interface SavedProps {
  texts?: Readonly<Record<string, Key>>;
  param?: string;
  tone?: Tone;
}

/** Shows the result of a form once; it disappears on reload. */
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
