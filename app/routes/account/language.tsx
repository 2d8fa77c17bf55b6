import { LanguageCards } from "#app/features/language/language-cards.tsx";
import { countryName } from "#app/features/members/places.ts";
import { Title } from "#app/layouts/title.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";

/** `/lang-config`: every language in its own words, for whoever does not read the present one. */
export async function ServerComponent() {
  const { t, settings, country, languages, user } = edge();
  const limited = languages.length < settings.languages.length && country in settings.languages_by_country;
  const where = { country: countryName(country) };
  const intro = t("lang_config.intro", { site: settings.name });
  return (
    <div className="container reading page">
      <Title>{t("lang_config.title")}</Title>
      <PageHeader intro={(await user()) ? `${intro} ${t("lang_config.account")}` : intro} title={t("lang_config.title")} />
      <LanguageCards />
      {limited && <p className="muted small">{t(languages.length > 1 ? "lang_config.country" : "lang_config.only", where)}</p>}
    </div>
  );
}
