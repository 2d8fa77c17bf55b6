import { LanguageMenu } from "#app/layouts/language-menu.tsx";
import { edge } from "#worker/edge/edge.ts";
import { switchLanguage } from "./language.actions.ts";
import { languageChoices } from "./language-choices.ts";

export function SwitchLanguage() {
  return (
    <LanguageMenu
      id="language-menu"
      label={edge().t("nav.language")}
      languages={languageChoices()}
      renderForm={({ tag }, button) => (
        <form action={switchLanguage}>
          <input name="language" type="hidden" value={tag} />
          {button}
        </form>
      )}
    />
  );
}
