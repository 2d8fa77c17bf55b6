import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

/** The domains in proxy mode; on this machine each is in front of its own host. Null leaves them as they are. */
export function inFrontOf(upstream: URL | null, domains: DomainFile[]): DomainFile[] {
  if (!upstream) return domains;
  return domains.map((domain) => {
    const url = new URL(upstream);
    if (url.hostname === "localhost") url.hostname = domain.hosts.find((host) => host.endsWith("localhost")) ?? "localhost";
    return { ...domain, api: { mode: "proxy", upstream: url.href, timeout_ms: 8000, local: [] } };
  });
}
