"use client";
import { MenuButton } from "./menu.tsx";

export type Language = { tag: string; name: string; current: boolean };

/** Each language in its own name and `lang`, so that screen readers pronounce it correctly. On each page: see choices.client.tsx. */
export function LanguageButtons({ languages }: { languages: readonly Language[] }) {
  return languages.map(({ tag, name, current }) => (
    <MenuButton current={current} key={tag} lang={tag} name="language" value={tag}>
      {name}
    </MenuButton>
  ));
}
