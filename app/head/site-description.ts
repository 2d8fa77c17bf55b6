import { nicheOf } from "#worker/domains/niches.vocabulary.ts";
import { ownDescription } from "#worker/domains/own-words.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";

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
