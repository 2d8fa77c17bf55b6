// Lists and decides photos under inspection, with the rules of worker/discovery/photos; for a deployment without staff pages.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { html } from "hono/html";
import { connect } from "#db/client.ts";
import { PHOTO_REJECTIONS } from "#db/schema/attributes.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { createPhotoMails } from "#worker/discovery/photos/photo-mails.ts";
import { createPhotosStore } from "#worker/discovery/photos/photos.store.ts";
import { createInspection } from "#worker/discovery/photos/photos.ts";
import { createChatPhotosStore } from "#worker/messaging/chat/chat-photos.store.ts";
import type { Decision, Inspected } from "#worker/people/reports/photo-decision.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { AppError } from "#worker/platform/errors.ts";
import { domainReader } from "#worker/sites/domains/domain-file.ts";
import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";
import { originOf } from "#worker/sites/domains/origin.ts";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { openStore, type Store, StoreError } from "./database.ts";
import { isDeployed, pepperOf } from "./own/own-store.ts";
import { fail, limitFrom, refusing, time } from "./terminal.ts";

const USE = `Use: npm run photos -- list [--save folder] [--limit n]
     npm run photos -- approve <id>…
     npm run photos -- reject <id>… --for <reason>
     each with [--remote | --data folder]

  --for     why, told to the member: ${PHOTO_REJECTIONS.join(", ")}
  --save    puts the photos that wait into a folder, with an index.html to look at them;
            delete it afterwards
  --port    of the local server, for the links in mails (default: the running one with this data, or 8787)
  --remote  the deployed database, through wrangler; with PASSWORD_PEPPER in the environment
            owners get a mail about an approval too
  --database DB_2  of a pool that has a database of its own`;

const { verb, ids, options } = readArguments();
await refusing(
  async () => {
    const store = openStore(options);
    if (verb === "list") await list(store);
    else await decide(store, verb === "approve" ? "active" : reason());
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

async function list(store: Store): Promise<void> {
  const waiting = await inspectionOf(store).waiting(limitFrom(options.limit) ?? fail(USE));
  if (waiting.length === 0) {
    console.log("No photo is waiting.");
    return;
  }
  console.table(
    waiting.map(({ id, of, name, profileId, createdAt }) => ({ id, of, name, member: profileId, since: time(createdAt) })),
  );
  if (options.save !== undefined)
    console.log(`To look at them: ${save(store, waiting, options.save)}
When you have decided, delete the folder: these are photos of members that nobody may see yet.`);
  else
    console.log(`To look at them: --save <folder>${isDeployed(options) ? "" : ", or /dev/photos of the running server"}.
Then: npm run photos -- approve <id>…, or reject <id>… --for <reason>`);
}

/** Readable by this user of the machine only. Returns the path of the index page. */
function save({ download }: Store, waiting: Inspected[], name: string): string {
  const folder = resolve(process.cwd(), name);
  // Wrangler writes the deployment's photos and inherits it.
  process.umask(0o077);
  mkdirSync(folder, { recursive: true });
  const rows = waiting.map(({ id, key, name, createdAt }) => {
    const file = `${id}.webp`;
    rmSync(join(folder, file), { force: true }); // an existing file would keep its permissions
    const there = download(`${key}.full`, join(folder, file));
    if (there) chmodSync(join(folder, file), 0o600); // a copy has the permissions of its source
    const picture = there
      ? html`<img src="${file}" alt="" style="max-width:100%;max-height:40rem">`
      : html`The picture is not there.`;
    return html`<figure>${picture}<figcaption>${name}, ${time(createdAt)}<br><code>${id}</code></figcaption></figure>\n`;
  });
  const page = join(folder, "index.html");
  rmSync(page, { force: true });
  writeFileSync(
    page,
    html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Photos under inspection</title>
<body style="font:16px/1.5 system-ui,sans-serif;color-scheme:light dark">${rows}</body></html>`.toString(),
  );
  return page;
}

async function decide(store: Store, decision: Decision): Promise<void> {
  const inspection = inspectionOf(store);
  for (const id of ids) {
    try {
      const decided = await inspection.decide(id, decision, Date.now());
      if (decided)
        console.log(
          `✓ ${id} ${decision === "active" ? "approved: others see it" : `rejected (${decision}): its owner sees that`}`,
        );
      else {
        console.error(`✖ ${id} was decided before, or waits with a notice of an intimate picture; it stays as it is`);
        process.exitCode = 1;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.error(`✖ ${id}: there is no such photo`);
      process.exitCode = 1;
    }
  }
}

function inspectionOf({ db }: Store) {
  const pepper = pepperOf(options);
  const connected = connect(db);
  const store = createPhotosStore(connected);
  // The script reaches no queue: the cron takes the mails within two minutes.
  const photoMails = createPhotoMails({
    owner: store.addressee,
    mails: createMails(async () => {}),
    links: createUnsubscribeLinks((text) => hmac(pepper ?? "", text)),
    domainOf: createDomainsStore(connected, domainReader({ local: !isDeployed(options) })).findById,
    originOf: (domain) => originOf(domain, isDeployed(options) ? undefined : (options.port ?? servedPort(options.data))),
  });
  // The script reaches no member object: polled responses change within four minutes (SNAPSHOT_MAX_AGE).
  const silent = { expect: async () => {}, tell: async () => {} };
  const withoutPepper: typeof photoMails = {
    ...photoMails,
    write: async (owner, decision, now) => (decision === "active" ? null : photoMails.write(owner, decision, now)),
  };
  return createInspection({
    store,
    chatPhotos: createChatPhotosStore(connected),
    // The mail about an approval has a signed link.
    photoMails: pepper ? photoMails : withoutPepper,
    live: silent,
  });
}

function reason(): Decision {
  return PHOTO_REJECTIONS.find((one) => one === options.for) ?? fail(USE);
}

function readArguments() {
  try {
    const { values: options, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        save: { type: "string" },
        for: { type: "string" },
        limit: { type: "string", default: "100" },
        port: { type: "string" },
        remote: { type: "boolean", default: false },
        database: { type: "string", default: "DB" },
        data: { type: "string", default: DATA },
      },
    });
    const [verb = "", ...ids] = positionals;
    const known = verb === "list" ? ids.length === 0 : /^(approve|reject)$/.test(verb) && ids.length > 0;
    if (known) return { verb, ids, options };
  } catch {
    // unknown option
  }
  return fail(USE);
}
