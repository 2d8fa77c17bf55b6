import { edge } from "#worker/server/edge/edge.ts";
import { nicheOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { ownDescription } from "#worker/sites/domains/own-words.vocabulary.ts";

/** Title and description: the operator's where they are said in this language, otherwise the niche's. */
export function siteDescription(): { title: string; description: string } {
  const { t, domain, settings, language } = edge();
  const own = ownDescription(domain, language);
  const niche = nicheOf(settings);
  return {
    title: own.title ?? t(`landers.niche.${niche}.people`),
    description: own.description ?? t(`landers.niche.${niche}.tagline`),
  };
}
