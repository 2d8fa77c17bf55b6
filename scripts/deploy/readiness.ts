import { senderAddress } from "#worker/delivery/mail/sender.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { warningsOf } from "#worker/sites/domains/warnings.ts";
import { type BuiltConfig, hostsOf, secretsOf } from "./config.ts";

export interface Item {
  ready: boolean;
  text: string;
}

interface Deployed {
  config: BuiltConfig;
  /** Those that leave this machine, with their public hosts. */
  files: readonly DomainFile[];
  /** Names of the Worker's secrets; null if the account cannot be asked. */
  secrets: readonly string[] | null;
  /** False for staging, which serves a site on some of its hosts. */
  every: boolean;
}

/** Compares what stands in four places: domain files, routes, secrets and the staff's host. */
export function readiness({ config, files, secrets, every }: Deployed): Item[] {
  const found: Item[] = [];
  const say = (ready: boolean, text: string) => found.push({ ready, text });
  if (files.length === 0) say(false, "A domain file with a host that is not of this machine: npm run domain -- new");
  ofHosts({ config, files, every }, say);
  ofStaff(config, files, say);
  if (secrets === null)
    say(false, "The secrets are unknown: log in (npx wrangler login), and say --check. Before the first upload there are none");
  else for (const { name, why } of wantedSecrets(config, files)) say(secrets.includes(name), `Secret ${name}: ${why}`);
  for (const host of new Set(files.map(({ settings }) => senderAddress(settings).split("@")[1])))
    say(true, `Mails leave from no-reply@${host}: Email Service must show this domain as verified`);
  for (const file of files)
    for (const { path, message } of warningsOf(file))
      say(false, `db/domains/${file.id}.json: ${path.slice(1).map(String).join(".")} ${message}`);
  return found;
}

type Say = (ready: boolean, text: string) => void;

function ofHosts({ config, files, every }: Omit<Deployed, "secrets">, say: Say): void {
  const named = new Set(files.flatMap(({ hosts }) => hosts));
  for (const { hosts } of files) {
    const routed = hosts.filter((host) => isRouted(config, host));
    for (const host of every || routed.length === 0 ? hosts : routed) say(routed.includes(host), `Route of ${host}`);
  }
  const staff = new Set(staffHosts(config).map(({ host }) => host));
  for (const host of hostsOf(config))
    if (!named.has(host) && !staff.has(host))
      say(false, `The route ${host} leads to no domain file: it answers "There is no site at this address"`);
}

function ofStaff(config: BuiltConfig, files: readonly DomainFile[], say: Say): void {
  const hosts = staffHosts(config);
  if (!hosts.some(({ name }) => name === "STAFF_HOST"))
    say(false, "STAFF_HOST under [vars]: without it nobody decides photos, reports and refunds in the browser");
  for (const { name, host } of hosts) {
    const site = files.find((file) => file.hosts.includes(host));
    if (site) say(false, `${name} is ${host}, which ${site.id} has as a host of the site`);
    else say(isRouted(config, host), `Route of ${host} (${name})`);
  }
}

function staffHosts({ vars = {} }: BuiltConfig): { name: string; host: string }[] {
  return Object.entries(vars).flatMap(([name, host]) => (/^STAFF_HOST(_DB_|$)/.test(name) ? [{ name, host }] : []));
}

/** A custom domain, a route of the host, or one of all hosts below. */
function isRouted({ routes = [], workers_dev }: BuiltConfig, host: string): boolean {
  if (workers_dev && host.endsWith(".workers.dev")) return true;
  return routes.some(({ pattern }) => {
    const named = pattern.replace(/\/.*$/, "");
    return named.startsWith("*") ? host.endsWith(named.slice(1)) : named === host;
  });
}

function wantedSecrets(config: BuiltConfig, files: readonly DomainFile[]): { name: string; why: string }[] {
  const own = files.filter(({ api }) => api.mode === "local");
  const ofDomain = (start: string, id: string) => `${start}_${id.toUpperCase().replaceAll("-", "_")}`;
  const sellers = own.filter(({ settings }) => settings.payment_provider && Object.keys(settings.packages).length > 0);
  const debits = sellers.filter(({ settings }) =>
    Object.values(settings.payment_methods).some((list) => list.includes("directdebit")),
  );
  return [
    ...secretsOf(config).map((name) => ({ name, why: "nothing works without it" })),
    ...sellers.map(({ id, settings }) => ({
      name: ofDomain(`PAYMENT_${settings.payment_provider?.toUpperCase()}`, id),
      why: `the shop of ${id} is closed without it`,
    })),
    ...own
      .filter(({ settings }) => settings.age_oidc)
      .map(({ id }) => ({ name: ofDomain("AGE_OIDC", id), why: `nobody proves the age on ${id} by the provider without it` })),
    ...(debits.length > 0
      ? [{ name: "SMS_TWILIO", why: `direct debit waits without it (${debits.map(({ id }) => id).join(", ")})` }]
      : []),
    ...(own.length > 0 ? [{ name: "PUSH_KEYS", why: "no push without it (npm run push-keys)" }] : []),
    ...(own.length < files.length ? [{ name: "UPSTREAM_KEY", why: "upstreams believe nothing of a visitor without it" }] : []),
  ];
}

/** Numbered, what is missing first. */
export function describeReadiness(items: readonly Item[]): string {
  const sorted = [...items.filter(({ ready }) => !ready), ...items.filter(({ ready }) => ready)];
  const width = String(sorted.length).length;
  return sorted
    .map(({ ready, text }, index) => `${String(index + 1).padStart(width)}. ${ready ? "ready  " : "missing"} ${text}`)
    .join("\n");
}
