import type { Domain } from "./domain-file.ts";

/** For links in mails without a request. `port` is for local development, which no public host leads to. */
export function originOf({ settings, localHost }: Pick<Domain, "settings" | "localHost">, port: string | undefined): string {
  return originAt((port === undefined ? undefined : localHost) ?? settings.domain, port);
}

export function originAt(host: string, port: string | undefined): string {
  return new URL(port === undefined ? `https://${host}` : `http://${host}:${port}`).origin;
}
