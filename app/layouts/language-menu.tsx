import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { type Language, LanguageButtons } from "#app/ui/language-buttons.client.tsx";
import { Menu } from "#app/ui/menu.tsx";
import css from "./language-menu.module.css";

export type LanguageMenuProps = {
  id: string;
  label: string;
  languages: readonly Language[];
  /** Wraps the submit buttons, each with the value of a `language`, in a posting form. */
  renderForm: (buttons: ReactNode) => ReactNode;
};

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
      {renderForm(<LanguageButtons languages={JSON.stringify(languages)} />)}
    </Menu>
  );
}
