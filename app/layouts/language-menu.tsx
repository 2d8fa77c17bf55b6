import { Fragment, type ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuButton } from "#app/ui/menu.tsx";
import css from "./top-navigation.module.css";

export type Language = { tag: string; name: string; current: boolean };
export type LanguageMenuProps = {
  id: string;
  label: string;
  languages: readonly Language[];
  /** Wraps the submit button in a form that posts this language. */
  renderForm: (language: Language, button: ReactNode) => ReactNode;
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
      {languages.map((language) => {
        const button = (
          <MenuButton current={language.current} lang={language.tag}>
            {language.name}
          </MenuButton>
        );
        return <Fragment key={language.tag}>{renderForm(language, button)}</Fragment>;
      })}
    </Menu>
  );
}
