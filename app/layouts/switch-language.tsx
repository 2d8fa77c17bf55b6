import { LanguageMenu } from "#app/layouts/language-menu.tsx";
import { kept } from "#app/request/kept.ts";
import { switchLanguage } from "#app/request/language.actions.ts";
import { languageChoices } from "#app/request/language-choices.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function SwitchLanguage() {
  return <Choices tags={edge().languages} />;
}

const Choices = kept(({ tags }: { tags: readonly string[] }) => (
  <LanguageMenu
    id="language-menu"
    label={edge().t("nav.language")}
    languages={languageChoices(tags)}
    renderForm={(buttons) => <form action={switchLanguage}>{buttons}</form>}
  />
));
