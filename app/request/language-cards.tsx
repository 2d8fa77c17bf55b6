import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { switchLanguage } from "./language.actions.ts";
import css from "./language-cards.module.css";
import { languageChoices } from "./language-choices.ts";

/** Each language is a submit button, so no script is needed. */
export function LanguageCards() {
  const { t, language } = edge();
  return (
    <form action={switchLanguage} noValidate>
      <ul className={css.list}>
        {languageChoices().map(({ tag, name, current }) => (
          <li key={tag}>
            <button aria-current={current || undefined} className={css.card} lang={tag} name="language" type="submit" value={tag}>
              <span className={css.tag} aria-hidden="true">
                {tag}
              </span>
              <span className={css.name}>
                {name}
                {/* Also in the current language, for a helper who cannot read the other. */}
                {!current && (
                  <span className={css.here} lang={language}>
                    {new Intl.DisplayNames(language, { type: "language" }).of(tag)}
                  </span>
                )}
                {current && <span className={css.here}>{t("settings.language_page.current")}</span>}
              </span>
              {current && <Icon name="check-circle" />}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
