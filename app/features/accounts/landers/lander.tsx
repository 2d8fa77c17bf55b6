import { redirect } from "react-router";
import { signupOpen } from "#app/features/people/identity/flow.ts";
import { ShareTags } from "#app/head/share-tags.tsx";
import { Title } from "#app/head/title.tsx";
import { countryName } from "#app/request/country-name.ts";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { sourceOfQuery } from "#worker/people/identity/source.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { homeCountry } from "#worker/sites/domains/defaults.vocabulary.ts";
import { type NichePrefix, nicheOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";
import { type LanderName, withPlace } from "#worker/sites/domains/words.vocabulary.ts";
import css from "./lander.module.css";
import { type LanderPerson, peopleOf } from "./people.ts";
import { type NamedPlace, placeOfSlug } from "./slugs.ts";

export interface Lander {
  path: string;
  /** Unvalidated slug of the URL: never display it. */
  slug: string;
  title: string;
  text: string;
  niche: NichePrefix;
  people: LanderPerson[];
  /** The place's country, else the visitor's if served, else the domain's first. */
  country: string;
  /** The town or region that the slug names, or null. */
  place: NamedPlace | null;
}

export async function visitorsOnly(): Promise<null> {
  if (await edge().user()) throw redirect("/members");
  return null;
}

/** Texts by domain, niche, country and slug; the operator's own words come first. An unknown slug is user input: it never appears. */
export function landerOf(name: LanderName, slug = ""): Lander {
  const { t, domain, language, settings, country } = edge();
  const own = domain.words.landers[name];
  const home = homeCountry(country, settings);
  const place = settings.region_data === "yes" ? placeOfSlug(slug.toLowerCase(), [home, ...settings.countries]) : null;
  const niche = nicheOf(settings);
  const at = countryName(place?.country ?? home);
  return {
    path: `/landers/${name}${place ? `/${slug.toLowerCase()}` : ""}`,
    slug,
    title:
      (place && own?.here ? withPlace(sayOwn(own.here, language) ?? "", place.name) : sayOwn(own?.title, language)) ||
      (place ? t(`landers.${name}.here`, { place: place.name }) : t(`landers.${name}.title`, { country: at })),
    text: sayOwn(own?.text, language) ?? t(`landers.${name}.text`),
    niche,
    people: peopleOf(settings),
    country: place?.country ?? home,
    place,
  };
}

export function withTracking(path: string): string {
  const source = new URLSearchParams(sourceOfQuery(edge().url.searchParams) as Record<string, string>);
  return source.size > 0 ? `${path}?${source}` : path;
}

/** A known place gets its own canonical link, any other slug the page's. The root links pages without a slug. */
export function LanderHead({ lander: { title, text, path, slug } }: { lander: Lander }) {
  return (
    <>
      <Title description={text}>{title}</Title>
      {slug !== "" && <ShareTags description={text} path={path} title={title} />}
      {slug !== "" && <link href={edge().url.origin + path} rel="canonical" />}
    </>
  );
}

export function LanderText({ lander, className }: { lander: Lander; className?: string }) {
  const { t, domain, language } = edge();
  const { title, tagline } = domain.words;
  // Nine pages of a site would share the niche's own.
  const said = sayOwn(tagline, language);
  return (
    <div className={cx(css.words, className)}>
      <p className={css.people}>{sayOwn(title, language) ?? t(`landers.niche.${lander.niche}.people`)}</p>
      <h1 className={css.title}>{lander.title}</h1>
      <p className={css.text}>{lander.text}</p>
      {said && <p className={css.tagline}>{said}</p>}
    </div>
  );
}

export function LanderPlace({ lander: { place, country } }: { lander: Lander }) {
  return (
    <p className={css.where}>
      <Icon name="pin" size="s" />
      {place ? `${place.name}, ${countryName(country)}` : countryName(country)}
    </p>
  );
}

/** What holds on this domain. Nobody is promised a sign-up who needs an invitation for it. */
export function facts(): string[] {
  const { t, settings } = edge();
  const adults = t("landers.front.points.adults", { age: settings.min_age });
  if (!signupOpen()) return [adults];
  const said = [t("landers.front.points.free"), adults];
  if (settings.signup_credits > 0) said.push(t("landers.front.points.bonus", { count: settings.signup_credits }));
  return said;
}

export function LanderFacts({ className }: { className?: string }) {
  return (
    <ul className={cx(css.facts, className)}>
      {facts().map((fact) => (
        <li key={fact}>
          <Icon name="check" size="s" />
          {fact}
        </li>
      ))}
    </ul>
  );
}

/** States that the people on the page are invented, or on the niche's own picture no members. */
export function Drawn({ own = false }: { own?: boolean }) {
  return <p className={css.drawn}>{edge().t(own ? "landers.front.picture" : "landers.drawn")}</p>;
}
