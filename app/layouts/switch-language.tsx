import { LanguageMenu } from "#app/layouts/language-menu.tsx";
import { switchLanguage } from "#app/request/language.actions.ts";
import { languageChoices } from "#app/request/language-choices.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function SwitchLanguage() {
  const { t, languages } = edge();
  return (
    <LanguageMenu
      id="language-menu"
      label={t("nav.language")}
      languages={languageChoices(languages)}
      renderForm={(buttons) => (
        <form action={switchLanguage} noValidate>
          {buttons}
        </form>
      )}
    />
  );
}
