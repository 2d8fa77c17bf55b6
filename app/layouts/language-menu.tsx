import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuButton } from "#app/ui/menu.tsx";
import css from "./language-menu.module.css";

export type Language = { tag: string; name: string; current: boolean };
export type LanguageMenuProps = {
  id: string;
  label: string;
  languages: readonly Language[];
  /** Wraps the submit buttons, each with the value of a `language`, in a posting form. */
  renderForm: (buttons: ReactNode) => ReactNode;
};

/** Each language in its own name and `lang`, so that screen readers pronounce it correctly. */
export function LanguageMenu({ id, label, languages, renderForm }: LanguageMenuProps) {
  const current = languages.find((language) => language.current);
  const trigger = (
    <>
      <Icon name="globe" />
      <span className={css.tag}>{current?.tag}</span>
    </>
  );
  return (
    <Menu id={id} label={current ? `${label}: ${current.name}, ${current.tag}` : label} trigger={trigger}>
      {renderForm(
        languages.map(({ tag, name, current: chosen }) => (
          <MenuButton key={tag} current={chosen} lang={tag} name="language" value={tag}>
            {name}
          </MenuButton>
        )),
      )}
    </Menu>
  );
}
