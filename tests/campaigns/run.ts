// Campaigns against the built product: many operations at once, crashes, forgeries. See docs/campaigns.md.
import { parseArgs } from "node:util";
import { readDomainFiles } from "#scripts/data.ts";
import { age } from "./age.ts";
import { archive } from "./archive.ts";
import { author } from "./author.ts";
import { boundaries } from "./boundaries.ts";
import { calls } from "./calls.ts";
import { auditOf, type Campaign } from "./campaign.ts";
import { codes } from "./codes.ts";
import { conflicts } from "./conflicts.ts";
import { currencies } from "./currencies.ts";
import { forgeries } from "./forgeries.ts";
import { iban } from "./iban.ts";
import { idempotency } from "./idempotency.ts";
import { kills } from "./kills.ts";
import { lateOrders } from "./late-orders.ts";
import { messageKills } from "./message-kills.ts";
import { notices } from "./notices.ts";
import { openers } from "./openers.ts";
import { overdraft } from "./overdraft.ts";
import { createProduct } from "./product.ts";
import { pushEndpoints } from "./push-endpoints.ts";
import { pushPayloads } from "./push-payloads.ts";
import { createRandom } from "./random.ts";
import { secrets } from "./secrets.ts";
import { sms } from "./sms.ts";
import { sockets } from "./sockets.ts";
import { staff } from "./staff.ts";
import { twoBuilds } from "./two-builds.ts";
import { upgrade } from "./upgrade.ts";
import { uploads } from "./uploads.ts";

const CAMPAIGNS: Campaign[] = [
  archive,
  overdraft,
  idempotency,
  notices,
  forgeries,
  kills,
  codes,
  boundaries,
  currencies,
  conflicts,
  lateOrders,
  secrets,
  pushPayloads,
  pushEndpoints,
  openers,
  sockets,
  messageKills,
  staff,
  sms,
  iban,
  uploads,
  author,
  age,
  twoBuilds,
  upgrade,
  calls,
];

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    small: { type: "boolean", default: false },
  },
});
const wanted = values.only?.split(",") ?? CAMPAIGNS.map(({ name }) => name);
const unknown = wanted.filter((name) => !CAMPAIGNS.some((one) => one.name === name));
if (unknown.length > 0 || !/^\d+$/.test(values.seed)) {
  console.error(`✖ Use: npm run campaign -- [--only ${CAMPAIGNS.map(({ name }) => name).join(",")}] [--seed number] [--small]`);
  process.exit(1);
}
console.log(`▸ Seed ${values.seed}${values.small ? ", small" : ""}`);
let red = 0;
for (const one of CAMPAIGNS.filter(({ name }) => wanted.includes(name))) red += Number(!(await passes(one)));
if (red > 0) console.error(`✖ ${red} of ${wanted.length} campaigns are red.`);
else console.log(`✓ ${wanted.length} campaigns: the books add up after each, and each control was caught.`);
process.exit(red > 0 ? 1 : 0);

async function passes({ name, what, domains, vars, run }: Campaign): Promise<boolean> {
  console.log(`\n▸ ${name}: ${what}`);
  const files = readDomainFiles();
  const product = await createProduct(domains ? domains(files) : files);
  const start = Date.now();
  let ran: Awaited<ReturnType<Campaign["run"]>> | undefined;
  try {
    await product.start(typeof vars === "function" ? await vars() : vars);
    ran = await run({ product, random: createRandom(Number(values.seed)), small: values.small });
    const seconds = Math.round((Date.now() - start) / 1000);
    for (const [of, count] of Object.entries(ran.counts)) console.log(`  ${of}: ${count}`);
    const found = [...(await ran.problems()), ...(await auditOf(product))];
    for (const problem of found.slice(0, 20)) console.error(`  ✖ ${problem}`);
    if (found.length > 0) return false;
    const fault = await ran.plant();
    const [caught] = [...(await ran.problems()), ...(await auditOf(product))];
    console.log(caught ? `  control: ${fault} → ${caught}` : `  ✖ control not caught: ${fault}`);
    console.log(`  ${seconds} s; the slowest answer took ${product.slowest.ms} ms (${product.slowest.path})`);
    return caught !== undefined;
  } finally {
    ran?.end?.();
    await product.dispose();
  }
}
