import { LanguageMenu } from "#app/layouts/language-menu.tsx";
import { switchLanguage } from "#app/request/language.actions.ts";
import { languageChoices } from "#app/request/language-choices.ts";
import { edge } from "#worker/edge/edge.ts";

export function SwitchLanguage() {
  return (
    <LanguageMenu
      id="language-menu"
      label={edge().t("nav.language")}
      languages={languageChoices()}
      renderForm={(buttons) => <form action={switchLanguage}>{buttons}</form>}
    />
  );
}
