import type { Domain } from "./settings.ts";

/** Scheme and host of a domain, for links in mails that no request asked for. `port` on a machine of one's own. */
export function originOf({ settings }: Pick<Domain, "settings">, port: string | undefined): string {
  return originAt(settings.domain, port);
}

/** Scheme and host of one of a domain's hosts. */
export function originAt(host: string, port: string | undefined): string {
  return new URL(port === undefined ? `https://${host}` : `http://${host}:${port}`).origin;
}
