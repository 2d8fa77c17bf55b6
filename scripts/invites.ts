// `npm run invites -- <domain> [--uses N] [--days N]` makes an invitation link, `--source <traffic source>` a signed link.
import { parseArgs } from "node:util";
import { signSource } from "#worker/people/identity/source.ts";
import { hmac, sha256 } from "#worker/platform/crypto.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { readDomainFiles } from "./data.ts";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { localStore, StoreError } from "./database.ts";
import { isDeployed, pepperOf } from "./own/own-store.ts";
import { LOCAL_SECRETS } from "./secrets.ts";
import { fail, orFail, refusing } from "./terminal.ts";

const USE = `Use: npm run invites -- <domain> [--uses 1…1000] [--days 1…365] [--port number] [--data folder] [--sql]
     npm run invites -- <domain> --source <traffic source> [--days 1…365] [--port number]`;
const DAY = 24 * 3600 * 1000;

const { wanted, uses, days, port, folder, sql, source } = options();
const domain = orFail(readDomainFiles).find(({ id, hosts }) => id === wanted || hosts.includes(wanted));
if (!domain) fail(`There is no domain "${wanted}" in db/domains.`);
const own = isDeployed({ remote: false, data: folder });
const deployed = sql || own || (source !== undefined && process.env.PASSWORD_PEPPER !== undefined);
const here = domain.hosts.find((name) => name.endsWith("localhost"));
const host = ((deployed ? undefined : here) ?? domain.hosts[0]) as string;
const local = host.endsWith("localhost");
const origin = local ? `http://${host}:${port}` : `https://${host}`;
const now = Date.now();

if (source !== undefined) {
  console.log(await signedLink(source));
  process.exit(0);
}

if (domain.settings.signups === "all") fail(`${domain.id} lets everybody sign up: nobody needs an invitation there.`);

// Only the hash is stored: the link appears once.
const code = `i${newSecret(32)}`;
const row = [await sha256(code), domain.id, uses, now, now + days * DAY];
const insert = "INSERT INTO invites (hash, domain_id, account_id, uses_left, created_at, expires_at)";

if (sql) {
  const [hash, id, ...numbers] = row;
  console.log(`${insert} VALUES ('${hash}', '${id}', NULL, ${numbers.join(", ")});`);
} else {
  const { db } = orFail(() => localStore(folder));
  await refusing(
    async () => {
      const statement = db.prepare(`${insert} VALUES (?1, ?2, NULL, ?3, ?4, ?5)`);
      await statement.bind(...row).run();
    },
    (error) => (error instanceof StoreError ? error.message : null),
  );
}
// With --sql, stdout holds SQL only.
console[sql ? "error" : "log"](
  `✓ ${origin}/${code}\n  lets ${uses === 1 ? "one person" : `${uses} people`} sign up on ${domain.settings.name}, for ${days} days`,
);

/** Valid for anyone until it expires. Nothing is stored. */
async function signedLink(network: string): Promise<string> {
  const { id, traffic_sources, settings } = domain as NonNullable<typeof domain>;
  if (!traffic_sources.includes(network))
    fail(`${id} has no traffic source "${network}"; its file names: ${traffic_sources.join(", ") || "none"}.`);
  const pepper = local ? LOCAL_SECRETS.PASSWORD_PEPPER : pepperOf({ remote: true, data: folder });
  if (!pepper) fail(`A link to ${host} is signed with the secret of its deployment: set PASSWORD_PEPPER in the environment.`);
  const expiresAt = Math.floor(now / 1000) + days * (DAY / 1000);
  const sig = await signSource(id, network, expiresAt, (text) => hmac(pepper, text));
  return `✓ ${origin}/?${new URLSearchParams({ network, sig })}\n  opens ${settings.name} for everyone who has it, for ${days} days`;
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        uses: { type: "string", default: "1" },
        days: { type: "string", default: "30" },
        port: { type: "string" },
        data: { type: "string", default: DATA },
        sql: { type: "boolean", default: false },
        source: { type: "string" },
      },
    });
    const [wanted] = positionals;
    const [uses, days, port] = [values.uses, values.days, values.port ?? servedPort(values.data)].map(Number) as [
      number,
      number,
      number,
    ];
    const within = (number: number, most: number) => Number.isInteger(number) && number >= 1 && number <= most;
    if (wanted && positionals.length === 1 && within(uses, 1000) && within(days, 365) && within(port, 65_535))
      return { wanted, uses, days, port, folder: values.data, sql: values.sql, source: values.source };
  } catch {
    // unknown option
  }
  return fail(USE);
}
