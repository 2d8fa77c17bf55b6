import { LegalText } from "#app/features/legal/legal-text.tsx";
import { currentPath } from "#app/features/session/path.ts";
import { PAGES } from "#locales/pages/index.ts";

/** All of the legal and help texts: the route's path is the text's name. */
export function ServerComponent() {
  const page = PAGES.find((name) => new RegExp(`^/${name}/?(\\?|$)`).test(currentPath()));
  if (!page) throw new Error(`no text at ${currentPath()}`);
  return <LegalText page={page} />;
}
