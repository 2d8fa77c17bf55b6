import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { Title } from "#app/head/title.tsx";
import { countryName } from "#app/request/country-name.ts";
import { LanguageCards } from "#app/request/language-cards.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** `/lang-config`: each language in its own name, for a visitor who cannot read the current one. */
export async function ServerComponent() {
  const { t, settings, country, languages, user } = edge();
  const limited = languages.length < settings.languages.length && country in settings.languages_by_country;
  const where = { country: countryName(country) };
  const intro = t("settings.language_page.intro", { site: settings.name });
  const title = t("settings.language_page.title");
  const choice = (
    <>
      <LanguageCards />
      {limited && (
        <p className="muted small">
          {t(languages.length > 1 ? "settings.language_page.country" : "settings.language_page.only", where)}
        </p>
      )}
    </>
  );
  if (await user()) {
    return (
      <SettingsFrame intro={t("settings.language_page.account")} title={title}>
        {choice}
      </SettingsFrame>
    );
  }
  return (
    <div className="container reading page">
      <Title>{title}</Title>
      <PageHeader intro={intro} title={title} />
      {choice}
    </div>
  );
}
