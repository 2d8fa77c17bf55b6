import { edge } from "#worker/edge/edge.ts";

/** Pages that every domain has and that say the same on each: what an address with an id leads to is another matter. */
const SHARED =
  /^\/($|login$|signup$|members$|pricing$|faq$|service$|terms$|privacy$|cookies$|ban$|return-policy$|complaints$|landers\/\w+$)/;

/** For search engines: this page's one address, and the same page on the operator's domains for other languages. */
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
