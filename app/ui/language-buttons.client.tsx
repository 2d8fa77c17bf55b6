"use client";
import { MenuButton } from "./menu.tsx";

export type Language = { tag: string; name: string; current: boolean };

/** Each language in its own name and `lang` for screen readers. `languages` is JSON of `Language[]`, see choices.client.tsx. */
export function LanguageButtons({ languages }: { languages: string }) {
  return (JSON.parse(languages) as Language[]).map(({ tag, name, current }) => (
    <MenuButton current={current} key={tag} lang={tag} name="language" value={tag}>
      {name}
    </MenuButton>
  ));
}
