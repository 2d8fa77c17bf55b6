import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Measured, MeasuredCost } from "#scripts/costs/usage.ts";
import { millisecondsOf } from "./processor.ts";
import type { Product } from "./product.ts";
import { printTable } from "./table.ts";
import { listen, send, talkers } from "./talk.ts";

const TIMES = 20;
/** In ms: work after the answer is over. */
const SETTLED = 600;
const FILE = join(import.meta.dirname, "../../scripts/costs/measured.json");

type Act = (n: number) => Promise<unknown>;

interface Places {
  cookie: string;
  profile: string;
  conversation: string;
  profiles: readonly string[];
  picture: () => Promise<unknown>;
  uploader: string;
}

/** What each act of a member costs a deployment, written to scripts/costs/measured.json. */
export async function measureCosts(product: Product, places: Places): Promise<void> {
  const { url, db } = product;
  const headers = { cookie: places.cookie };
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
  const page = await get(`/members/${places.profile}`)();
  const [anna, away, online] = await talkers(db, 3);
  if (!anna || !away || !online || photos.length === 0) throw new Error("there is nobody to talk to, or no photo");
  const socket = await listen(url, online.cookie, () => {});
  const like: Act = async (n) => {
    const body = JSON.stringify({ profile: places.profiles[n] });
    const answer = await fetch(`${url}/api/like.php`, {
      method: "POST",
      headers: { ...headers, origin: url, "content-type": "application/json" },
      body,
    });
    if (!answer.ok) throw new Error(`a like: ${answer.status} ${await answer.text()}`);
  };
  const say = async (to: string, n: number) => {
    if (!(await send(url, anna.cookie, to, `costs ${n} of a talk that goes on`))) throw new Error("a message was refused");
  };
  const acts: Record<keyof Measured["acts"], Act> = {
    index: get("/", "dismissed=entry-t0"),
    members: get("/members"),
    photo: async (n) => get(photos[n % photos.length] ?? "", places.uploader)(),
    profile: get(`/members/${places.profile}`),
    likes: get("/likes"),
    chats: get("/chats"),
    chat: get(`/chats/${places.conversation}`),
    poll: get("/api/user.php"),
    connect: async () => (await listen(url, places.cookie, () => {})).close(),
    like,
    messageOnline: (n) => say(online.id, n),
    messageAway: (n) => say(away.id, n),
    upload: places.picture,
  };
  const found: Record<string, MeasuredCost> = {};
  for (const [name, act] of Object.entries(acts)) found[name] = await costOf(product, name === "upload" ? 3 : TIMES, act);
  socket.close();
  const shown = async (path: string) => mediaOf(await get(path)()).length;
  const measured: Measured = {
    on: new Date().toISOString().slice(0, 10),
    acts: found as Measured["acts"],
    photosOf: {
      members: await shown("/members"),
      profile: mediaOf(page).length,
      likes: await shown("/likes"),
      chats: await shown("/chats"),
    },
  };
  writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
  const columns = Object.keys(found.members ?? {});
  printTable(
    "What an act costs a deployment (mean)",
    ["act", ...columns],
    Object.entries(found).map(([name, cost]) => [name, ...Object.values(cost)]),
  );
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
