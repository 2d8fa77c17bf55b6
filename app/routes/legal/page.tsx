import { LegalText } from "#app/features/legal/legal-text.tsx";
import { pathOf } from "#app/request/path.ts";
import { PAGES } from "#locales/pages/index.ts";

/** Serves every legal and help text; the path is the text's name. */
export function ServerComponent() {
  const page = PAGES.find((name) => `/${name}` === pathOf());
  if (!page) throw new Error("a legal page's route is not the name of a text");
  return <LegalText page={page} />;
}
