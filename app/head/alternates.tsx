import { edge } from "#worker/edge/edge.ts";

/** Pages with equal content on every domain. Addresses with an id are not. */
const SHARED =
  /^\/($|login$|signup$|members$|pricing$|faq$|service$|terms$|privacy$|cookies$|ban$|return-policy$|complaints$|landers\/\w+$)/;

/** Canonical link, and hreflang links to the operator's domains in other languages. */
export function Alternates() {
  const { url, domain } = edge();
  if (!SHARED.test(url.pathname)) return null;
  const at = (host: string) => `${url.protocol}//${host}${url.port ? `:${url.port}` : ""}${url.pathname}`;
  return (
    <>
      <link href={at(domain.settings.domain)} rel="canonical" />
      {Object.entries(domain.alternates).map(([tag, host]) => (
        <link href={at(host)} hrefLang={tag} key={tag} rel="alternate" />
      ))}
    </>
  );
}
