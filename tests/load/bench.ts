import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DEMO_LOGINS } from "#demo/logins.ts";
import { measureBytes, type Screen } from "./bytes.ts";
import { measureCosts } from "./costs.ts";
import { measureFirst } from "./first.ts";
import { measureLive, measureThroughput } from "./live.ts";
import { measureLogin } from "./login.ts";
import { measureMessages } from "./messages.ts";
import { measureMoney } from "./money.ts";
import { measurePhotos, picture, upload } from "./photos.ts";
import { type Product, sessionOf, startProduct } from "./product.ts";
import { FIRST_PAGE, measureRender } from "./render.ts";
import { measurePoll, measureRows } from "./rows.ts";
import { measureSearches } from "./searches.ts";
import { chatOf } from "./talk.ts";
import { measureVisits } from "./visits.ts";

/** Cookie of a returning visitor: the entry question is already dismissed. */
const ENTERED = "dismissed=entry-t0";
/** Cookie of a former member: a request with it gets no cached page. */
const NEVER_CACHED = `${ENTERED}; zone=Europe%2FAmsterdam`;

/** Pages whose processor time is measured. */
const MEASURED = ["index, visitor", "lander", "members, visitor", "members", "profile", "own profile", "chats", "chat"];

/** Pages whose first paint is measured. */
const FIRST = ["index, visitor", "members", "profile", "own profile", "chats", "chat"];

const PARTS = [
  "render",
  "first",
  "rows",
  "search",
  "money",
  "bytes",
  "poll",
  "live",
  "messages",
  "login",
  "photos",
  "messages",
  "costs",
] as const;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    sizes: { type: "string", default: "600,100000" },
    full: { type: "boolean", default: false },
    seconds: { type: "string", default: "3" },
    beside: { type: "string" },
  },
});
const wanted = values.only?.split(",") ?? [...PARTS];
const unknown = wanted.filter((part) => !(PARTS as readonly string[]).includes(part));
if (unknown.length > 0) {
  console.error(`✖ --only takes ${PARTS.join(", ")}; not ${unknown.join(", ")}.`);
  process.exit(1);
}
const sizes = values.full ? [600, 100_000, 1_000_000] : values.sizes.split(",").map(Number);
const [anna, ben] = DEMO_LOGINS;

if (wanted.includes("render")) await render(Number(values.seconds), values.beside);
if (wanted.includes("first")) await first(values.beside);
if (wanted.includes("bytes") || wanted.includes("poll")) {
  const product = await startProduct(600);
  const cookie = await sessionOf(product.db, anna.id);
  if (wanted.includes("bytes")) {
    const screens = screensOf(await known(product), cookie);
    await measureBytes(product.url, screens);
    await measureVisits(product.url, screens);
  }
  if (wanted.includes("poll")) await measurePoll(product, cookie);
  await product.dispose();
}
if (wanted.includes("money")) {
  const product = await startProduct(600);
  await measureMoney(product, anna.id, ben.id);
  await product.dispose();
}
if (wanted.includes("live")) {
  const product = await startProduct(600);
  await measureLive(product, anna.id, ben.id);
  await product.dispose();
}
if (wanted.includes("messages")) {
  const product = await startProduct(600, { direct: true });
  await measureThroughput(product);
  await product.dispose();
}
if (wanted.includes("login")) {
  const product = await startProduct(600, { direct: true });
  await measureLogin(product, anna.id);
  await product.dispose();
}
if (wanted.includes("photos")) {
  const product = await startProduct(600);
  await measurePhotos(product, await sessionOf(product.db, ben.id), ben.id);
  await product.dispose();
}
if (wanted.includes("messages")) measureMessages();
if (wanted.includes("costs")) {
  const product = await startProduct(600, {
    direct: true,
    front: readFileSync(join(import.meta.dirname, "counting-front.js"), "utf8"),
  });
  const { results } = await product.db
    .prepare("SELECT id FROM profiles WHERE pool = 'liaison' AND fictional = 1 AND gender = ? ORDER BY random() LIMIT 100")
    .bind(anna.lookingFor)
    .all<{ id: string }>();
  const [cookie, bens] = [await sessionOf(product.db, anna.id), await sessionOf(product.db, ben.id)];
  await measureCosts(product, {
    cookie,
    ...(await known(product)),
    profiles: results.map(({ id }) => id),
    other: await chatOf(product, anna.id, results[0]?.id ?? ""),
    email: anna.email,
    uploader: bens,
    picture: () => upload(product.url, bens, picture(2000, 1500)),
  });
  await product.db.prepare("DELETE FROM photos WHERE profile_id = ? AND status = 'inspection'").bind(ben.id).run();
  await product.dispose();
}
if (wanted.includes("rows")) {
  await measureRows(sizes, async (size) => {
    const product = await startProduct(size);
    const cookie = await sessionOf(product.db, anna.id);
    return { product, screens: [...screensOf(await known(product), cookie), ...searches(cookie)] };
  });
}

if (wanted.includes("search")) await measureSearches(sizes, (size) => startProduct(size));

/** With `--beside`, pages of another build of the product (its folder) are measured in turn with ours. */
async function render(seconds: number, beside: string | undefined): Promise<void> {
  const product = await startProduct(600, { direct: true });
  const cookie = await sessionOf(product.db, anna.id);
  const shown = await known(product);
  const other = beside === undefined ? null : await startProduct(600, { direct: true, build: resolve(beside) });
  const screens = [
    { name: "a bare answer", path: "/api/bench" },
    { name: "index, made anew", path: "/", cookie: NEVER_CACHED },
    ...screensOf(shown, cookie).filter(({ name }) => MEASURED.includes(name)),
    { name: FIRST_PAGE, path: "/members", cookie },
    { name: "members, their JSON", path: "/api/members.php", cookie },
  ];
  await measureRender(screens, seconds, product, other);
  await product.dispose();
  await other?.dispose();
}

/** With `--beside`, another build's pages in turn with ours. */
async function first(beside: string | undefined): Promise<void> {
  const product = await startProduct(600);
  const cookie = await sessionOf(product.db, anna.id);
  const other = beside === undefined ? null : await startProduct(600, { build: resolve(beside) });
  const screens = screensOf(await known(product), cookie).filter(({ name }) => FIRST.includes(name));
  const builds = [...(other ? [{ name: "before", url: other.url, screens }] : []), { name: "now", url: product.url, screens }];
  await measureFirst(builds);
  await product.dispose();
  await other?.dispose();
}

interface Known {
  /** A member in Anna's search results. */
  profile: string;
  /** One that she has with Ben, of more messages than a page shows. */
  conversation: string;
}

async function known(product: Product): Promise<Known> {
  return { profile: await foundBy(product, anna.lookingFor), conversation: await chatOf(product, anna.id, ben.id) };
}

async function foundBy({ db }: Product, gender: string): Promise<string> {
  const row = await db
    .prepare(
      "SELECT id FROM profiles WHERE pool = 'liaison' AND fictional = 1 AND gender = ? AND country = 'NL' ORDER BY id LIMIT 1",
    )
    .bind(gender)
    .first<{ id: string }>();
  if (!row) throw new Error("nobody was seeded");
  return row.id;
}

function screensOf({ profile, conversation }: Known, cookie: string): Screen[] {
  return [
    { name: "index, visitor", path: "/", cookie: ENTERED },
    { name: "lander", path: "/landers/gallery", cookie: ENTERED },
    { name: "log-in", path: "/login", cookie: ENTERED },
    { name: "sign-up", path: "/signup", cookie: ENTERED },
    { name: "members, visitor", path: "/members", cookie: ENTERED },
    { name: "members", path: "/members", cookie },
    { name: "profile", path: `/members/${profile}`, cookie },
    { name: "own profile", path: "/profile", cookie },
    { name: "likes", path: "/likes", cookie },
    { name: "chats", path: "/chats", cookie },
    { name: "chat", path: `/chats/${conversation}`, cookie },
    { name: "unknown path", path: "/no/such/page" },
    { name: "settings", path: "/settings", cookie },
    { name: "notifications", path: "/notifications", cookie },
    { name: "own reports", path: "/settings/reports", cookie },
    { name: "order", path: "/credits/c25/card", cookie },
  ];
}

function searches(cookie: string): Screen[] {
  return [
    { name: "search: newest", path: "/members?sort=newest", cookie },
    { name: "search: everywhere (widest)", path: "/members?country=all", cookie },
    { name: "search: ages", path: "/members?min_age=30&max_age=35", cookie },
    { name: "search: region", path: "/members?country=NL&countryregion=NL-NH", cookie },
    { name: "search: one trait", path: "/members?hair=red", cookie },
    {
      name: "search: every trait (narrowest)",
      path: "/members?hair=red&eyes=green&body=slim&relationship=single&reason=chat&interests=wine&min_age=50&max_age=52",
      cookie,
    },
  ];
}
