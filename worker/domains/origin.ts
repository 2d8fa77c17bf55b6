import type { Domain } from "./domain-file.ts";

/** For links in mails without a request. `port` is for local development. */
export function originOf({ settings }: Pick<Domain, "settings">, port: string | undefined): string {
  return originAt(settings.domain, port);
}

export function originAt(host: string, port: string | undefined): string {
  return new URL(port === undefined ? `https://${host}` : `http://${host}:${port}`).origin;
}
