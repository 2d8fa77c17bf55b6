import { type Product, sessionOf } from "./product.ts";
import { costOf } from "./rows.ts";
import { printTable } from "./table.ts";

const RARE = "hair=red&eyes=green&body=slim&relationship=single&reason=chat&interests=wine&min_age=50&max_age=52";

/** Usual ones first, then old and new filters in every order, then those that fit few or nobody. */
const COMBINATIONS = [
  "",
  "sort=newest",
  "sort=nearest",
  "sort=common",
  "gender=everyone",
  "country=all",
  "gender=everyone&country=all",
  "countryregion=NL-NH",
  "photo=1",
  "checked=1",
  "verified=1",
  "online=1",
  "new=1",
  "distance=10",
  "distance=25",
  "distance=50",
  "distance=100",
  "min_age=30&max_age=35",
  "min_age=18&max_age=18",
  "min_age=90",
  "hair=red",
  "interests=wine",
  "interests=wine,tea,beach",
  "interests=wine,tea,beach&interests_match=all",
  "hair=red&eyes=green",
  "hair=red&eyes=green&body=slim",
  "hair=red&eyes=green&body=slim&relationship=single",
  "distance=10&hair=red",
  "distance=25&hair=red&sort=nearest",
  "distance=50&interests=wine,tea&interests_match=all&photo=1",
  "sort=common&hair=red&eyes=green&body=slim",
  "sort=nearest&hair=red&eyes=green&body=slim",
  "sort=newest&new=1&hair=red",
  "online=1&sort=common",
  "online=1&hair=red&sort=newest",
  "countryregion=NL-NH&hair=red&eyes=green&sort=newest",
  "active=day",
  "active=week&sort=nearest",
  "active=month&hair=red&eyes=green",
  "unopened=1",
  "unpassed=1",
  "unopened=1&unpassed=1&sort=nearest",
  "answered=1",
  "answered=1&unopened=1&country=all",
  "smoking=never",
  "smoking=never&drinking=never&children=none",
  "min_height=170&max_height=180",
  "languages=fr",
  "languages=fr&min_height=170&smoking=never&active=week&unopened=1&unpassed=1",
  RARE,
  `country=all&${RARE}`,
  `gender=everyone&country=all&${RARE}`,
  `sort=nearest&photo=1&checked=1&new=1&${RARE}`,
  "gender=everyone&country=all&hair=bald&eyes=hazel&body=full&relationship=widowed&reason=swap&interests=politics,art,tea&interests_match=all",
];

/** Searches that find nobody are limited by member: each has one of its own. */
const SEARCHERS = `SELECT id FROM profiles WHERE pool = 'liaison' AND country = 'NL' AND status = 'active'
  AND cell > 0 AND interests <> '[]' ORDER BY id LIMIT ${COMBINATIONS.length}`;

/** Rows, round trips and bytes of each search, and how many cards it shows. */
export async function measureSearches(sizes: number[], start: (members: number) => Promise<Product>): Promise<void> {
  const table = new Map<string, (string | number)[]>();
  for (const size of sizes) {
    const product = await start(size);
    const { results: searchers } = await product.db.prepare(SEARCHERS).all<{ id: string }>();
    for (const [i, query] of COMBINATIONS.entries()) {
      const cookie = await sessionOf(product.db, searchers[i % searchers.length]?.id ?? "");
      const path = `/api/members.php?${query}`;
      await costOf(product.url, { path, cookie });
      const { trips, rows, body, status } = await costOf(product.url, { path, cookie });
      if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
      const { results } = JSON.parse(body) as { results: unknown[] };
      table.set(query, [...(table.get(query) ?? [query || "default"]), trips, rows, body.length, results.length]);
    }
    await product.dispose();
  }
  const head = sizes.flatMap((size) => [`trips @${size.toLocaleString("en")}`, "rows", "bytes", "cards"]);
  printTable(`Search: ${COMBINATIONS.length} combinations`, ["search", ...head], [...table.values()]);
}
