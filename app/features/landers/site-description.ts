import { domainLanguage } from "#worker/domains/defaults.vocabulary.ts";
import { nicheOf } from "#worker/domains/niches.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";

/** Title and description: the operator's in the domain's own language, the niche's translations in all others. */
export function siteDescription(): { title: string; description: string } {
  const { t, settings, language } = edge();
  if (language === domainLanguage(settings)) return { title: settings.index_title, description: settings.description };
  const niche = nicheOf(settings);
  return { title: t(`landers.niche.${niche}.people`), description: t(`landers.niche.${niche}.tagline`) };
}
