import type { Language } from "#app/ui/language-buttons.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export function languageChoices(tags: readonly string[] = edge().languages): Language[] {
  const { language } = edge();
  return tags.map((tag) => ({ tag, name: ownName(tag), current: tag === language }));
}

const ownNames = new Map<string, string>();

export function ownName(tag: string): string {
  const known = ownNames.get(tag) ?? findOwnName(tag);
  ownNames.set(tag, known);
  return known;
}

function findOwnName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
