import { senderAddress } from "#worker/delivery/mail/sender.vocabulary.ts";
import { placesOfPersonAlone } from "#worker/sites/domains/age-problems.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { warningsOf } from "#worker/sites/domains/warnings.ts";
import { type BuiltConfig, hostsOf, secretsOf } from "./config.ts";
import { staffHostsIn } from "./sites.ts";

export interface Item {
  /** "look": this machine cannot see it. */
  state: "ready" | "missing" | "look";
  text: string;
  /** The command, the place in a file or the click. */
  how: string;
}

interface Deployed {
  config: BuiltConfig;
  /** Those that leave this machine, with their public hosts. */
  files: readonly DomainFile[];
  /** Names of the Worker's secrets; null if the account cannot be asked. */
  secrets: readonly string[] | null;
  /** False for staging, which serves a site on some of its hosts. */
  every: boolean;
  /** The folder of domain files as messages name it; null for the product's own. */
  sites: string | null;
}

type Say = (state: boolean | "look", text: string, how: string) => void;

/** Compares what stands in four places: domain files, routes, secrets and the staff's host. */
export function readiness(deployed: Deployed): Item[] {
  const { config, files, secrets } = deployed;
  const found: Item[] = [];
  const say: Say = (state, text, how) => found.push({ state: state === "look" ? state : state ? "ready" : "missing", text, how });
  if (files.length === 0) say(false, "A domain file with a host that is not of this machine", newSite(deployed));
  ofHosts(deployed, say);
  ofStaff(deployed, say);
  const put = (name: string) => `npx wrangler secret put ${name}${deployed.every ? "" : " --env staging"}`;
  if (secrets === null)
    say(
      false,
      "The secrets are unknown: nobody is logged in, or there is no Worker yet",
      `npx wrangler login; ${put("PASSWORD_PEPPER")}`,
    );
  else
    for (const { name, why, value } of wantedSecrets(config, files))
      say(secrets.includes(name), `Secret ${name}: ${why}`, `${put(name)}    # ${value}`);
  for (const file of files)
    for (const { path, message } of warningsOf(file)) {
      const place = path.slice(1).map(String).join(".");
      say(
        false,
        `${deployed.sites ?? "db/domains"}/${file.id}.json: ${place} ${message}`,
        `change ${place}, then npm run domain -- check ${file.id}`,
      );
    }
  toLookAt(files, say);
  return found;
}

/** No command sees these. */
function toLookAt(files: readonly DomainFile[], say: Say): void {
  if (files.length === 0) return;
  say("look", "The plan is Workers Paid: the free one ends a request after 10 ms", "dashboard: Workers & Pages, Plans");
  say("look", "Photos are resized", "dashboard: Images, Transformations, enable for the zone");
  for (const domain of new Set(files.map(({ settings }) => senderAddress(settings).split("@")[1])))
    say("look", `Mails leave from no-reply@${domain}`, `dashboard: Email Service, ${domain} is verified (its DNS records)`);
  for (const { id, hosts, settings } of files)
    if (settings.payment_provider)
      say(
        "look",
        `${settings.payment_provider} tells ${id} of payments`,
        `the provider's console: https://${hosts[0]}/api/payment-webhook.php?provider=${settings.payment_provider}`,
      );
  say(
    "look",
    "Somebody may log in to the staff pages",
    "npm run staff -- list --remote; npm run staff -- add you@example.com --role operator --remote",
  );
}

function newSite({ sites }: Pick<Deployed, "sites">): string {
  return `npm run domain -- new <id> --host dating.example.com${sites ? ` --sites ${sites}` : ""} (--help shows the rest)`;
}

function ofHosts(deployed: Deployed, say: Say): void {
  const { config, files, every, sites } = deployed;
  const named = new Set(files.flatMap(({ hosts }) => hosts));
  for (const { hosts } of files) {
    const routed = hosts.filter((host) => isRouted(config, host));
    for (const host of every || routed.length === 0 ? hosts : routed)
      say(routed.includes(host), `Route of ${host}`, routeOf(host, sites));
  }
  const staff = new Set(staffHostsIn(config.vars ?? {}).map(({ host }) => host));
  for (const host of hostsOf(config))
    if (!named.has(host) && !staff.has(host))
      say(
        false,
        `The route ${host} leads to no domain file: it answers "There is no site at this address"`,
        `remove the route, or: ${newSite(deployed)}`,
      );
}

function routeOf(host: string, sites: string | null): string {
  return sites
    ? `${sites}/deploy.json, routes: {"pattern": "${host}", "custom_domain": true}, or no routes at all`
    : `wrangler.toml, above the first [table]: routes = [{ pattern = "${host}", custom_domain = true }]`;
}

function ofStaff({ config, files, sites }: Deployed, say: Say): void {
  const hosts = staffHostsIn(config.vars ?? {});
  const where = sites
    ? `${sites}/deploy.json: {"production": {"vars": {"STAFF_HOST": "…"}}}`
    : 'wrangler.toml, under [vars]: STAFF_HOST = "…"';
  if (!hosts.some(({ name }) => name === "STAFF_HOST"))
    say(false, "STAFF_HOST: without it nobody decides photos, reports and refunds in the browser", where);
  for (const { id, api, settings } of hosts.length > 0 ? [] : files) {
    const places = Object.entries(settings.age_proof).filter(
      ([, { when, methods }]) => when !== "off" && methods.includes("person"),
    );
    if (api.mode === "local" && places.length > 0)
      say(
        false,
        `STAFF_HOST: ${id} lets a person prove the age of members (${places.map(([place]) => place).join(", ")}), and none can${closedTo(settings)}`,
        where,
      );
  }
  for (const { name, host } of hosts) {
    const site = files.find((file) => file.hosts.includes(host));
    if (site) say(false, `${name} is ${host}, which ${site.id} has as a host of the site`, where);
    else say(isRouted(config, host), `Route of ${host} (${name})`, routeOf(host, sites));
  }
}

function closedTo(settings: DomainFile["settings"]): string {
  const closed = placesOfPersonAlone(settings);
  return closed.length > 0 ? `: nobody in ${closed.join(", ")} could go on` : "";
}

/** A custom domain, a route of the host, or one of all hosts below. */
function isRouted({ routes = [], workers_dev }: BuiltConfig, host: string): boolean {
  if (workers_dev && host.endsWith(".workers.dev")) return true;
  return routes.some(({ pattern }) => {
    const named = pattern.replace(/\/.*$/, "");
    return named.startsWith("*") ? host.endsWith(named.slice(1)) : named === host;
  });
}

interface Wanted {
  name: string;
  why: string;
  /** Where the value comes from. */
  value: string;
}

const RANDOM = "openssl rand -base64 32";

function wantedSecrets(config: BuiltConfig, files: readonly DomainFile[]): Wanted[] {
  const own = files.filter(({ api }) => api.mode === "local");
  const ofDomain = (start: string, id: string) => `${start}_${id.toUpperCase().replaceAll("-", "_")}`;
  const sellers = own.filter(({ settings }) => settings.payment_provider && Object.keys(settings.packages).length > 0);
  const debits = sellers.filter(({ settings }) =>
    Object.values(settings.payment_methods).some((list) => list.includes("directdebit")),
  );
  return [
    ...secretsOf(config).map((name) => ({ name, why: "nothing works without it", value: RANDOM })),
    ...sellers.map(({ id, settings }) => ({
      name: ofDomain(`PAYMENT_${settings.payment_provider?.toUpperCase()}`, id),
      why: `the shop of ${id} is closed without it`,
      value: "docs/operating/payments.md, Payment providers",
    })),
    ...own
      .filter(({ settings }) => settings.age_oidc)
      .map(({ id }) => ({
        name: ofDomain("AGE_OIDC", id),
        why: `nobody proves the age on ${id} by the provider without it`,
        value: "docs/operating/age.md",
      })),
    ...(debits.length > 0
      ? [
          {
            name: "SMS_TWILIO",
            why: `direct debit waits without it (${debits.map(({ id }) => id).join(", ")})`,
            value: "docs/configuration.md",
          },
        ]
      : []),
    ...(own.length > 0 ? [{ name: "PUSH_KEYS", why: "no push without it", value: "npm run push-keys" }] : []),
    ...(own.length < files.length
      ? [{ name: "UPSTREAM_KEY", why: "upstreams believe nothing of a visitor without it", value: RANDOM }]
      : []),
  ];
}

const RANK = { missing: 0, look: 1, ready: 2 };

/** Numbered: what is missing first, then what only the operator can see. */
export function describeReadiness(items: readonly Item[]): string {
  const sorted = items.toSorted((a, b) => RANK[a.state] - RANK[b.state]);
  const width = String(sorted.length).length;
  return sorted
    .map(({ state, text, how }, index) => {
      const line = `${String(index + 1).padStart(width)}. ${state.padEnd("missing".length)} ${text}`;
      return state === "ready" ? line : `${line}\n${" ".repeat(width + 10)}→ ${how}`;
    })
    .join("\n");
}
