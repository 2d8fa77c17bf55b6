import type { Domain } from "./settings.ts";

/** Scheme and host of a domain, for links in mails that no request asked for. `port` on a machine of one's own. */
export function originOf({ settings }: Pick<Domain, "settings">, port: string | undefined): string {
  return port === undefined ? `https://${settings.domain}` : `http://${settings.domain}:${port}`;
}
