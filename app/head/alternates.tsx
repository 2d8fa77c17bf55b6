import { edge } from "#worker/server/edge/edge.ts";

/** Pages with equal content on every domain. Addresses with an id are not. */
const SHARED =
  /^\/($|login$|signup$|members$|pricing$|faq$|service$|terms$|privacy$|cookies$|ban$|return-policy$|complaints$|landers\/\w+$)/;

type Address = { protocol: string; port: string; path: string | null };

/** Without a path where the page has no alternates. */
export function sharedAddress({ protocol, port, pathname }: URL): Address {
  return { protocol, port, path: SHARED.test(pathname) ? pathname : null };
}

/** The domain's first host, where its pages are canonical. */
export function siteOrigin({ protocol, port }: Pick<Address, "protocol" | "port">, host = edge().settings.domain): string {
  return `${protocol}//${host}${port ? `:${port}` : ""}`;
}

/** Canonical link, and hreflang links to the operator's domains in other languages. */
export function Alternates({ protocol, port, path }: Address) {
  const { domain } = edge();
  if (path === null) return null;
  const at = (host: string) => siteOrigin({ protocol, port }, host) + path;
  return (
    <>
      <link href={at(domain.settings.domain)} rel="canonical" />
      {Object.entries(domain.alternates).map(([tag, host]) => (
        <link href={at(host)} hrefLang={tag} key={tag} rel="alternate" />
      ))}
    </>
  );
}
