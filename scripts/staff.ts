import { parseArgs } from "node:util";
import { connect } from "#db/client.ts";
import { STAFF_ROLES } from "#db/schema/attributes.ts";
import { createPeopleStore, type ListedPerson } from "#worker/backoffice/staff/people.store.ts";
import { createPeople, setupLink, stateOf } from "#worker/backoffice/staff/people.ts";
import { createStaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { AppError } from "#worker/platform/errors.ts";
import { domainReader } from "#worker/sites/domains/domain-file.ts";
import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";
import { originOf } from "#worker/sites/domains/origin.ts";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { openStore, StoreError } from "./database.ts";
import { isDeployed, ownStore } from "./own/own-store.ts";
import { LOCAL_SECRETS } from "./secrets.ts";
import { fail, refusing, time } from "./terminal.ts";

const USE = `Use: npm run staff -- list
     npm run staff -- add <email> --name "…" --role ${STAFF_ROLES.join("|")}
     npm run staff -- role <email> --role ${STAFF_ROLES.join("|")}
     npm run staff -- disable <email>        ends every session at once
     npm run staff -- reset <email>          a new set-up link; the old password, authenticator and passkeys end
     each with [--remote --host staff.example.com | --data folder --port number]

  --host    the host in STAFF_HOST of the deployment, for the set-up link
  --remote  the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

const { verb, email, options } = readArguments();
const actor = { now: Date.now(), requestId: "command", viewer: null };

await refusing(
  async () => {
    const { db } = openStore(options);
    const database = connect(db);
    const store = createPeopleStore(database);
    const domainOf = createDomainsStore(database, domainReader({ local: !isDeployed(options) })).findById;
    const mailed = createStaffMails({ store, domainOf, originOf: (domain) => originOf(domain, portGiven()) });
    // The script reaches no queue: the cron takes the mails within two minutes.
    const mails = { ...mailed, dispatch: async () => {} };
    const people = createPeople({ store, mails, link: () => (hostKnown() ? `${staffOrigin()}/staff/people` : null) });
    if (verb === "list") {
      const all = await store.list();
      if (all.length === 0) console.log("There is no staff yet: npm run staff -- add <email> --name … --role operator");
      else console.table(all.map(shown));
      return;
    }
    if (verb === "add") {
      const { token } = await people.add(actor, people.checked({ email, name: options.name ?? "", role: roleGiven() }));
      console.log(linkNotice(token, `${options.name} is added as ${options.role}`));
      return;
    }
    const { id } = (await store.find(email)) ?? fail(`There is no staff account of ${email}.`);
    if (verb === "role") {
      await people.changeRole(actor, id, roleGiven());
      console.log(`✓ ${email} is ${options.role}, and logged out everywhere.`);
    } else if (verb === "disable") {
      await people.disable(actor, id);
      console.log(`✓ ${email} is disabled, and logged out everywhere.`);
    } else console.log(linkNotice((await people.reset(actor, id)).token, `${email} is reset`));
  },
  (error) => (error instanceof StoreError ? error.message : error instanceof AppError ? refusalText(error) : null),
);

function refusalText({ code, fields: [field] }: AppError): string | null {
  if (code === "conflict") return `${email} is the last operator who can log in. Add another one first.`;
  if (field?.code === "email_taken") return `${email} has an account already.`;
  return field ? `${field.field}: ${field.code}` : null;
}

function linkNotice(token: string, what: string): string {
  return `✓ ${what}. Within three days this link sets a password and an authenticator app; give it to nobody else:
  ${setupLink(staffOrigin(), token)}`;
}

function portGiven(): string | undefined {
  return isDeployed(options) ? undefined : (options.port ?? servedPort(options.data));
}

function hostKnown(): boolean {
  return !options.remote || options.host !== undefined;
}

function staffOrigin(): string {
  const host = options.host ?? ownStore(options.data)?.staffHost;
  return isDeployed(options) ? `https://${host}` : `http://${LOCAL_SECRETS.STAFF_HOST}:${portGiven()}`;
}

function roleGiven() {
  return STAFF_ROLES.find((one) => one === options.role) ?? fail(USE);
}

function shown({ name, email: address, role, lastLoginAt, ...rest }: ListedPerson) {
  const state = stateOf(rest).replaceAll("_", " ");
  return { email: address, name, role, state, "last log-in": lastLoginAt === null ? "" : time(lastLoginAt) };
}

function readArguments() {
  try {
    const { values: options, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: "string" },
        role: { type: "string" },
        host: { type: "string" },
        port: { type: "string" },
        remote: { type: "boolean", default: false },
        database: { type: "string", default: "DB" },
        data: { type: "string", default: DATA },
      },
    });
    const [verb = "", address = "", ...more] = positionals;
    const email = parseEmail(address);
    const known = /^(add|role|disable|reset)$/.test(verb) ? email !== null : verb === "list" && address === "";
    const linked = /^(list|role|disable)$/.test(verb) || !options.remote || options.host !== undefined;
    if (known && linked && more.length === 0) return { verb, email: email ?? "", options };
  } catch {
    // unknown option
  }
  return fail(USE);
}
