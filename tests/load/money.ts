import type { Product } from "./product.ts";
import { sessionOf } from "./product.ts";
import { costOf } from "./rows.ts";
import { median, printTable } from "./table.ts";
import { grant } from "./talk.ts";

const TIMES = 20;

/** What a purchase and a spending ask of D1, and what they leave there. Everything counted, work after the answer too. */
export async function measureMoney(product: Product, buyer: string, partner: string): Promise<void> {
  const { db, url } = product;
  const cookie = await sessionOf(db, buyer);
  await grant(db, buyer, 1000);
  const rows: (string | number)[][] = [];
  const write = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json", ...more },
      body: JSON.stringify(body),
    });
  const measure = async (name: string, work: (attempt: number) => Promise<Response>) => {
    const [times, trips, read, added] = [[], [], [], []] as [number[], number[], number[], number[]];
    let bytes = 0;
    for (let attempt = 0; attempt <= TIMES; attempt++) {
      const [before, had, start] = [await costOf(url, { path: "/api/user.php", cookie }), await rowsIn(db), performance.now()];
      const answer = await work(attempt);
      const text = await answer.text();
      const ms = performance.now() - start;
      if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${text.slice(0, 200)}`);
      const [after, has] = [await costOf(url, { path: "/api/user.php", cookie }), await rowsIn(db)];
      // The first one loads modules.
      if (attempt === 0) continue;
      bytes = text.length;
      times.push(ms);
      trips.push(after.allTrips - before.allTrips - after.trips);
      read.push(after.allRows - before.allRows - after.rows);
      added.push(has - had);
    }
    rows.push([name, median(trips), median(read), median(added), bytes, median(times).toFixed(1)]);
  };
  const profile = partner;
  await measure("a message", () =>
    write("/api/chat.php", { profile, text: "bench", client_id: crypto.randomUUID(), fictional_known: true }),
  );
  await measure("a gift", () =>
    write("/api/gift.php", { profile, gift: "rose", client_id: crypto.randomUUID(), fictional_known: true }),
  );
  await measure("an order", (attempt) => write("/api/payment.php", { package: attempt % 2 ? "c25" : "c60", method: "card" }));
  await db
    .prepare("INSERT OR IGNORE INTO stored_methods VALUES ('bench', ?, 'liaison', 'sandbox', 'card', 'card-4242', 'Visa', 1)")
    .bind(buyer)
    .run();
  await measure("a purchase by stored card", (attempt) =>
    write("/api/payment.php", { package: attempt % 2 ? "c25" : "c60", method: "card", stored: "bench" }),
  );
  printTable(`Money: medians of ${TIMES}`, ["", "D1 round trips", "rows read", "rows added", "bytes of the answer", "ms"], rows);
}

/** Rows in the tables that a spending or a purchase adds to. */
async function rowsIn(db: Product["db"]): Promise<number> {
  const tables = [
    "messages",
    "gifts",
    "ledger",
    "lots",
    "postings",
    "payments",
    "payment_notices",
    "receipts",
    "discount_uses",
    "outbox",
  ];
  const sums = tables.map((table) => `(SELECT count(*) FROM ${table})`).join(" + ");
  return (await db.prepare(`SELECT ${sums} AS total`).first<number>("total")) ?? 0;
}
