import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { fail } from "#scripts/terminal.ts";
import { createPushKeys } from "#worker/delivery/push/vapid.ts";

/** Writes a configuration with new secrets; hosts, mail server and data folder are the operator's to fill in. */
export async function writeNewConfig(path: string): Promise<void> {
  if (existsSync(path)) fail(`There is a file ${path} already: its secrets must not change.`);
  const secret = () => randomBytes(32).toString("base64");
  const { publicKey, privateKey } = await createPushKeys();
  const text = `# Liaison on this machine: docs/operating/own-server.md. Keep a copy of this file where no backup of the data lies.
PASSWORD_PEPPER=${secret()}
MEDIA_SECRET=${secret()}
PUSH_KEYS=${publicKey}.${privateKey}

# Fill in: the host of the staff pages, the mail server, the folder of all data.
STAFF_HOST=
SMTP_URL=
DATA=/var/lib/liaison

# The address at which the proxy finds the product.
HOST=127.0.0.1
PORT=8787
# Without a proxy in front: HOST=0.0.0.0, PORT=443, and
# TLS_CERT=/etc/liaison/fullchain.pem
# TLS_KEY=/etc/liaison/privkey.pem
# A header in which the proxy says the country of a visitor: COUNTRY_HEADER=x-country
# Photos in a store that speaks S3: PHOTOS_S3='{"url":"https://s3.example.com/photos","key":"…","secret":"…","region":"…"}'
# What the product may ask in your own network, such as your API or S3: PRIVATE_NETWORKS=10.0.0.5/32
# The runtime starts anew, and nothing is lost by it, when it has more MB than this: MEMORY_LIMIT=1200
# Secrets of payment providers and others: docs/configuration.md
`;
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    fail(`Cannot write ${path} (${(error as NodeJS.ErrnoException).code}). Make its folder first, as the user of the service.`);
  }
  console.log(`✓ ${path} has new secrets. Fill in STAFF_HOST, SMTP_URL and DATA, then: npm run serve -- --config ${path}`);
}
