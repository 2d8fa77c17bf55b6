import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_PASSWORD } from "#demo/logins.ts";
import type { Measured, MeasuredCost } from "#scripts/costs/usage.ts";
import { TOUCH_EVERY } from "#worker/people/identity/online.vocabulary.ts";
import { millisecondsOf } from "./processor.ts";
import type { Product } from "./product.ts";
import { printTable } from "./table.ts";
import { chatOf, listen, send, talkers } from "./talk.ts";

const TIMES = 20;
/** Slow ones, and those with a limit. */
const FEW: Record<string, number> = { upload: 3, login: 3, leave: 1, mail: 3, cron: 4 };
/** In ms: longer than a member who has left counts as online. */
const LEFT = 30_000;
/** In ms: each look costs processor time of the runtime, which is measured. */
const LOOKED_AGAIN = 5_000;
/** In ms: work after the answer is over. */
const SETTLED = 600;
/** In ms: the queue waits a second for more mails. */
const MAILED = 3000;
const FILE = join(import.meta.dirname, "../../scripts/costs/measured.json");

type Act = (n: number) => Promise<unknown>;

interface Places {
  cookie: string;
  /** Where a partner's messages are read. */
  conversation: string;
  other: string;
  profiles: readonly string[];
  /** To log in with, and the demo's password. */
  email: string;
  picture: () => Promise<unknown>;
  uploader: string;
}

/** What each act of a member costs a deployment, written to scripts/costs/measured.json. */
export async function measureCosts(product: Product, places: Places): Promise<void> {
  const { url, db } = product;
  const get =
    (path: string, cookie = places.cookie) =>
    async () => {
      const answer = await fetch(url + path, { redirect: "manual", headers: { cookie } });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return answer.text();
    };
  const mediaOf = (html: string) =>
    [...new Set(html.match(/(?<=src=")\/media\/[^"]+/g))].map((path) => path.replaceAll("&amp;", "&"));
  // Of a photo that was uploaded: the demo's own have one size, and the others are looked for in vain.
  await places.picture();
  const photos = mediaOf(await get("/profile", places.uploader)()).filter((path) => !path.includes("/demo-"));
  const [anna, away, online, ...mailed] = await talkers(db, 3 + 2 * (FEW.mail ?? 0));
  if (!anna || !away || !online || photos.length === 0) throw new Error("there is nobody to talk to, or no photo");
  const socket = await listen(url, online.cookie, () => {});
  const talk = await chatOf(product, anna.id, away.id);
  const call = async (method: string, path: string, input: object, cookie = places.cookie) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const profileOf = (n: number) => places.profiles[n] ?? "";
  const activeAt = (at: number) =>
    db.batch([
      db.prepare("UPDATE profiles SET last_active_at = ?2, away_at = NULL WHERE id = ?1").bind(anna.id, at),
      db.prepare("UPDATE sessions SET last_seen_at = ?2 WHERE account_id = ?1").bind(anna.id, at),
    ]);
  const awayAt = () => db.prepare("SELECT away_at FROM profiles WHERE id = ?").bind(anna.id).first<number>("away_at");
  const say = async (to: string, n: number) => {
    if (!(await send(url, anna.cookie, to, `costs ${n} of a talk that goes on`))) throw new Error("a message was refused");
  };
  const cron = get("/api/cron");
  const acts: Record<keyof Measured["acts"] | "cron", Act> = {
    index: get("/", "dismissed=entry-t0"),
    members: get("/members"),
    photo: async (n) => get(photos[n % photos.length] ?? "", places.uploader)(),
    // Another each time: a visit is written.
    profile: (n) => get(`/members/${profileOf(n)}`)(),
    likes: get("/likes"),
    chats: get("/chats"),
    // By turns, as it is asked by a page that opens one: the last one opened is written.
    chat: (n) => get(`/chats/${n % 2 === 0 ? places.conversation : places.other}`)(),
    connect: async () => (await listen(url, places.cookie, () => {})).close(),
    like: (n) => call("POST", "like.php", { profile: profileOf(n) }),
    swipe: (n) => call("POST", "swipe.php", { profile: profileOf(99 - n), liked: false }),
    messageOnline: (n) => say(online.id, n),
    messageAway: (n) => say(away.id, n),
    // With the two messages that are read: their cost is taken off.
    read: async (n) => {
      await say(away.id, n);
      await say(away.id, n);
      await call("POST", "chat-read.php", { conversation: talk, seq: 10_000 }, away.cookie);
    },
    react: (n) =>
      call("POST", "chat-reaction.php", { conversation: talk, seq: 1, reaction: n % 2 === 0 ? "heart" : "fire" }, away.cookie),
    draft: (n) => call("PUT", "chat-draft.php", { profile: away.id, text: `a draft ${n}`, client_id: `draft-of-${n}`, age: 0 }),
    today: () => call("POST", "today.php", { of: "visitors" }),
    // The first one of a day is counted among its active members.
    activity: async (n) => {
      await activeAt(n % 3 === 0 ? 0 : Date.now() - TOUCH_EVERY);
      await get("/api/user.php", anna.cookie)();
    },
    leave: async () => {
      const now = Date.now();
      await activeAt(now);
      (await listen(url, anna.cookie, () => {})).close();
      const until = now + LEFT;
      while ((await awayAt()) === null && Date.now() < until) await new Promise((done) => setTimeout(done, LOOKED_AGAIN));
    },
    cron,
    // With the message that it tells of and a run of the cron: their cost is taken off. The first round begins the chats.
    mail: async (n) => {
      const pair = 2 * (n % (FEW.mail ?? 1));
      const [from, to] = [mailed[pair] ?? anna, mailed[pair + 1] ?? away];
      if (!(await send(url, from.cookie, to.id, `news ${n}`))) throw new Error("a message was refused");
      await db.batch([
        db.prepare("UPDATE profiles SET last_active_at = 0 WHERE id = ?").bind(to.id),
        db.prepare("UPDATE notified SET at = 0 WHERE account_id = ?").bind(to.id),
        db.prepare("UPDATE news SET due_at = 0 WHERE account_id = ?").bind(to.id),
      ]);
      await cron();
      await new Promise((done) => setTimeout(done, MAILED));
    },
    // Beside the member's own drafts, which end the snapshot for a minute.
    poll: get("/api/user.php"),
    login: () => call("POST", "user.php", { email: places.email, password: DEMO_PASSWORD }),
    upload: places.picture,
  };
  const shown = async (path: string) => mediaOf(await get(path)()).length;
  // Before the log-in, which ends the session.
  const photosOf = {
    members: await shown("/members"),
    profile: await shown(`/members/${profileOf(0)}`),
    likes: await shown("/likes"),
    chats: await shown("/chats"),
  };
  const found: Record<string, MeasuredCost> = {};
  for (const [name, act] of Object.entries(acts)) found[name] = await costOf(product, FEW[name] ?? TIMES, act);
  const { cron: run, ...ofMembers } = found as Record<keyof Measured["acts"] | "cron", MeasuredCost>;
  ofMembers.read = less(ofMembers.read, ofMembers.messageAway, 2);
  ofMembers.mail = less(less(ofMembers.mail, ofMembers.messageAway, 1), run, 1);
  socket.close();
  const measured: Measured = {
    on: new Date().toISOString().slice(0, 10),
    acts: ofMembers,
    cron: run,
    photosOf,
  };
  writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
  const columns = Object.keys(run);
  printTable(
    "What an act costs a deployment (mean)",
    ["act", ...columns],
    Object.entries({ ...ofMembers, cron: run }).map(([name, cost]) => [name, ...Object.values(cost)]),
  );
}

/** `of` without `times` times the cost of a part. */
function less(of: MeasuredCost, part: MeasuredCost, times: number): MeasuredCost {
  const names = Object.keys(of) as (keyof MeasuredCost)[];
  const rest = names.map((name) => [name, Math.max(0, Math.round((of[name] - times * part[name]) * 100) / 100)]);
  return Object.fromEntries(rest) as unknown as MeasuredCost;
}

async function costOf({ url, runtime }: Product, times: number, act: Act): Promise<MeasuredCost> {
  const settle = () => new Promise((done) => setTimeout(done, SETTLED));
  const taken = async () => (await (await fetch(`${url}/api/costs`)).json()) as Omit<MeasuredCost, "cpuMs" | "bytes">;
  let bytes = 0;
  const repeat = async (from: number) => {
    for (let n = from; n < from + times; n++) {
      const answer = await act(n);
      if (typeof answer === "string") bytes += Buffer.byteLength(answer);
    }
    await settle();
  };
  await repeat(0);
  await taken();
  bytes = 0;
  const before = runtime === null ? Number.NaN : millisecondsOf(runtime);
  await repeat(times);
  const cpu = runtime === null ? Number.NaN : millisecondsOf(runtime) - before;
  const mean = (value: number) => Math.round((value / times) * 100) / 100;
  const counted = Object.entries(await taken()).map(([name, value]) => [name, mean(value)]);
  return { ...Object.fromEntries(counted), cpuMs: mean(cpu), bytes: mean(bytes) } as MeasuredCost;
}
