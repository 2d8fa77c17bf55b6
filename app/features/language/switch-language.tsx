import { LanguageMenu } from "#app/layouts/language-menu.tsx";
import { edge } from "#worker/edge/edge.ts";
import { switchLanguage } from "./language.actions.ts";

/** The languages that this visitor may choose, each named in itself; choosing one posts a form. */
export function SwitchLanguage() {
  const { t, language, languages } = edge();
  const choices = languages.map((tag) => {
    const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
    return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1), current: tag === language };
  });
  return (
    <LanguageMenu
      id="language-menu"
      label={t("nav.language")}
      languages={choices}
      renderForm={({ tag }, button) => (
        <form action={switchLanguage}>
          <input name="language" type="hidden" value={tag} />
          {button}
        </form>
      )}
    />
  );
}
