import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { edge } from "#worker/edge/edge.ts";
import { switchLanguage } from "./language.actions.ts";
import { languageChoices } from "./language-choices.ts";
import css from "./language-form.module.css";

/** The language as a field of the settings. */
export function LanguageForm() {
  const { t, language } = edge();
  const options = languageChoices().map(({ tag, name }) => ({ value: tag, label: name }));
  return (
    <form action={switchLanguage} className={css.form}>
      <Select
        defaultValue={language}
        fieldClassName={css.field}
        id="settings-language"
        label={t("nav.language")}
        name="language"
        options={options}
      />
      <Button variant="secondary">{t("settings.save")}</Button>
    </form>
  );
}
