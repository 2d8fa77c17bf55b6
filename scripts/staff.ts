// Adds, lists, disables and resets the people of the staff pages.
import { parseArgs } from "node:util";
import { connect } from "#db/client.ts";
import { STAFF_ROLES } from "#db/schema/attributes.ts";
import { parseEmail } from "#worker/identity/email.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import { auditRow } from "#worker/staff/audit.ts";
import { createPeopleStore, type ListedPerson } from "#worker/staff/people.store.ts";
import { SETUP_LINK } from "#worker/staff/setup.ts";
import { localStore, StoreError, wranglerStore } from "./database.ts";
import { LOCAL_SECRETS } from "./secrets.ts";
import { fail, refusing, time } from "./terminal.ts";

const USE = `Use: npm run staff -- list
     npm run staff -- add <email> --name "…" --role ${STAFF_ROLES.join("|")}
     npm run staff -- disable <email>        ends every session at once
     npm run staff -- reset <email>          a new set-up link; the old password, authenticator and passkeys end
     each with [--remote --host staff.example.com | --data folder --port 8787]

  --host    the host in STAFF_HOST of the deployment, for the set-up link
  --remote  the deployed database, through wrangler`;

const { verb, email, options } = asked();
const now = Date.now();

await refusing(
  async () => {
    const { db } = options.remote ? wranglerStore() : localStore(options.data);
    const store = createPeopleStore(connect(db));
    if (verb === "list") {
      const people = await store.list();
      if (people.length === 0) console.log("There is no staff yet: npm run staff -- add <email> --name … --role operator");
      else console.table(people.map(shown));
      return;
    }
    if (verb === "add") {
      const id = newId();
      const { token, link } = await newLink();
      const { name, role } = newcomer();
      if (!(await store.add({ id, name, email, role, createdAt: now }, link, noted(id))))
        fail(`${email} has an account already.`);
      console.log(told(token, `${name} is added as ${role}`));
      return;
    }
    const found = (await store.find(email)) ?? fail(`There is no staff account of ${email}.`);
    if (verb === "disable") {
      await store.disable(found.id, now, noted(found.id));
      console.log(`✓ ${email} is disabled, and logged out everywhere.`);
      return;
    }
    const { token, link } = await newLink();
    await store.reset(found.id, link, now, noted(found.id));
    console.log(told(token, `${email} is reset`));
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

/** Only the hash is stored: the link appears once. */
async function newLink() {
  const token = newSecret();
  return { token, link: { hash: await sha256(token), expiresAt: now + SETUP_LINK } };
}

function noted(id: string) {
  return auditRow({ now, requestId: "command", viewer: null }, { action: verb, object: "staff_member", id });
}

function told(token: string, what: string): string {
  const origin = options.remote ? `https://${options.host}` : `http://${LOCAL_SECRETS.STAFF_HOST}:${options.port}`;
  return `✓ ${what}. Within three days this link sets a password and an authenticator app; give it to nobody else:
  ${origin}/staff/setup?token=${token}`;
}

function newcomer() {
  const role = STAFF_ROLES.find((one) => one === options.role) ?? fail(USE);
  const name = options.name?.trim() || fail(USE);
  return { name, role };
}

function shown({ name, email: address, role, setUp, disabledAt, lastLoginAt }: ListedPerson) {
  const state = disabledAt !== null ? "disabled" : setUp ? "active" : "not set up";
  return { email: address, name, role, state, "last log-in": lastLoginAt === null ? "" : time(lastLoginAt) };
}

function asked() {
  try {
    const { values: options, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: "string" },
        role: { type: "string" },
        host: { type: "string" },
        port: { type: "string", default: "8787" },
        remote: { type: "boolean", default: false },
        data: { type: "string", default: ".data/local" },
      },
    });
    const [verb = "", address = "", ...more] = positionals;
    const email = parseEmail(address);
    const known = /^(add|disable|reset)$/.test(verb) ? email !== null : verb === "list" && address === "";
    const linked = verb === "list" || verb === "disable" || !options.remote || options.host !== undefined;
    if (known && linked && more.length === 0) return { verb, email: email ?? "", options };
  } catch {
    // unknown option
  }
  return fail(USE);
}
