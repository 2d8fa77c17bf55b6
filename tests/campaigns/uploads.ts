import { phonePhoto } from "#tests/setup/pictures.ts";
import type { Campaign, Tools } from "./campaign.ts";
import { beginTalk } from "./conversations.ts";
import { networkAt } from "./debits.ts";
import { addMembers, addPhotos, inParallel, type Member } from "./members.ts";
import type { Product } from "./product.ts";
import { largePhoto, type Pace, type Sent, send, type Upload } from "./slow-uploads.ts";
import { tallied } from "./spending.ts";

const KINDS = ["photo", "chat photo", "verification"] as const;
type Kind = (typeof KINDS)[number];

/** In an hour, as the table of limits says. */
const [OF_MEMBER, OF_NETWORK] = [80, 400];
/** In ms: a place is waited for 20 s at most, a body takes 30 s at most, and one refusal is repeated. */
const [PATIENCE, LONGEST_BODY] = [60_000, 55_000];
/** `burst` in bytes, then `rate` in bytes a second: below the minimum that holds while other uploads wait. */
const SLOW: Record<string, Pace> = {
  "byte by byte": { burst: 1000, rate: 2 },
  "nothing after the head": { burst: 300, rate: 0 },
  "as slow as one may alone": { burst: 0, rate: 9_000 },
  "a quick start": { burst: 150_000, rate: 0 },
  "broken off": { burst: 20_000, rate: 1_000, breaksAfter: 2_500 },
};
const HONEST = [60_000, 150_000, 500_000];
const PHOTO = 400_000;
const ALL: Pace = { burst: Number.POSITIVE_INFINITY, rate: 0 };

export const uploads: Campaign = {
  name: "uploads",
  what: "slow senders of all kinds of photos, again and again, while honest ones upload; attempts without end",
  vars: { CALL_LIMITS: "on" },
  async run(tools) {
    const { product, random, small } = tools;
    const [slow, each] = small ? [2, 2] : [4, 20];
    const over = new AbortController();
    const attempts: Sent[] = [];
    const attackers = await addMembers(product, slow * KINDS.length);
    const attacking = attackers.map(async (by, n) => {
      const upload = slowUpload(by, KINDS[n % KINDS.length] as Kind, n);
      while (!over.signal.aborted) {
        attempts.push(await send(product, upload, random.pick(Object.values(SLOW)), over.signal));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    const honest = await honestUploads(product, each);
    const sent = await inParallel(honest, 2, async (upload) => ({
      ...upload,
      ...(await sendAsPage(product, upload, { burst: 0, rate: random.pick(HONEST) })),
    }));
    over.abort();
    await Promise.all(attacking);
    const counted = await countedAttempts(tools);
    const times = sent.map(({ ms }) => ms).sort((one, two) => one - two);
    const ofKind = (kind: Kind) => sent.filter((one) => one.kind === kind);
    return {
      counts: {
        "slow senders": `${attackers.length}, ${slow} of each kind, in ${Object.keys(SLOW).length} ways`,
        "slow attempts": tallied(attempts.map(({ outcome }) => outcome)),
        ...Object.fromEntries(KINDS.map((kind) => [`honest: ${kind}`, tallied(ofKind(kind).map(({ outcome }) => outcome))])),
        "honest tries": tallied(sent.map(({ tries }) => String(tries))),
        "honest answers": `median ${times[Math.floor(times.length / 2)]} ms, slowest ${times.at(-1)} ms`,
        "attempts of one member": tallied(counted.member),
        "attempts of one network": tallied(counted.network),
        "from another network": counted.other,
      },
      async problems() {
        const slowest = Math.max(...attempts.map(({ ms }) => ms));
        return [
          ...sent
            .filter(({ outcome }) => outcome !== "201")
            .map(({ kind, outcome, ms }) => `honest ${kind}: ${outcome} after ${ms} ms`),
          ...sent.filter(({ ms }) => ms > PATIENCE).map(({ kind, ms }) => `honest ${kind}: an answer after ${ms} ms`),
          ...(slowest > LONGEST_BODY ? [`a slow body was read for ${slowest} ms`] : []),
          ...attempts.filter(({ outcome }) => outcome === "201").map(() => "a slow body was taken"),
          ...(attempts.length > 2 * attackers.length ? [] : ["the slow senders gave up"]),
          ...(await storedProblems(product, honest, attackers)),
          ...attemptProblems(counted),
        ];
      },
      async plant() {
        await product.clock(Date.now());
        const two = await addMembers(product, 4);
        const until = AbortSignal.timeout(PATIENCE / 2);
        const [late] = await honestUploads(product, 1);
        const holding = two.map((by, n) => send(product, slowUpload(by, "photo", n), SLOW["byte by byte"] as Pace, until));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const upload = late as (typeof honest)[number];
        sent.push({ ...upload, tries: 1, ...(await send(product, upload, { burst: 0, rate: 500_000 }, until)) });
        await Promise.all(holding);
        return "a clock that stands still, by which no body is too slow";
      },
    };
  },
};

/** A page waits as it is told (15 s) and tries again. */
async function sendAsPage(product: Product, upload: Upload, pace: Pace): Promise<Sent & { tries: number }> {
  const begun = performance.now();
  for (let tries = 1; ; tries++) {
    const { outcome } = await send(product, upload, pace);
    if (outcome !== "429" || tries > 5) return { outcome, tries, ms: Math.round(performance.now() - begun) };
    await new Promise((resolve) => setTimeout(resolve, 15_000));
  }
}

const PATHS = { photo: "/api/photo.php", "chat photo": "/api/chat-photo.php", verification: "/api/verification.php" };

function slowUpload(by: Member, kind: Kind, n: number): Upload {
  const fields = { photo: {}, "chat photo": { conversation: "none", client_id: `slow-${by.id}` }, verification: { agreed: "1" } };
  return { by, network: networkAt(n), path: PATHS[kind], fields: { ...fields[kind], file: largePhoto(3_000_000) } };
}

/** As many of each kind, each of another member. */
async function honestUploads(product: Product, each: number): Promise<(Upload & { kind: Kind })[]> {
  const file = largePhoto(PHOTO);
  const list: (Upload & { kind: Kind })[] = [];
  for (let n = 0; n < each; n++) {
    const network = networkAt(1000 + n);
    const [by, proved] = (await addMembers(product, 2)) as [Member, Member];
    const { id: conversation, two } = await beginTalk(product);
    await addPhotos(product, [proved]);
    await product.sql(
      "UPDATE profiles SET main_photo = (SELECT key FROM photos WHERE profile_id = profiles.id LIMIT 1) WHERE id = ?",
      proved.id,
    );
    const chat = { conversation, client_id: `photo-${conversation}` };
    list.push({ kind: "photo", by, network, path: PATHS.photo, fields: { file } });
    list.push({ kind: "chat photo", by: two[1], network, path: PATHS["chat photo"], fields: { ...chat, file } });
    list.push({ kind: "verification", by: proved, network, path: PATHS.verification, fields: { agreed: "1", file } });
  }
  return list;
}

/** Bodies that are no photo, or never whole. */
async function countedAttempts({ product, small }: Tools) {
  const accounts = await addMembers(product, 9);
  const [other, first, ...more] = accounts as [Member, Member, ...Member[]];
  const words = new File(["no picture"], "picture.jpg", { type: "image/jpeg" });
  const attempt = async (by: Member, n: number, network: string) => {
    const whole = n % 4 > 0;
    const upload = { by, network, path: PATHS.photo, fields: { file: whole ? words : largePhoto(PHOTO) } };
    return (await send(product, upload, whole ? ALL : { burst: 5_000, rate: 0, breaksAfter: 200 })).outcome;
  };
  const [one, many] = [networkAt(2000), networkAt(2001)];
  const photo = async (by: Member, network: string) =>
    (await send(product, { by, network, path: PATHS.photo, fields: { file: phonePhoto() } }, ALL)).outcome;
  const member = await inParallel(Array(OF_MEMBER + 20).fill(first), 4, (by, n) => attempt(by, n, one));
  member.push(`a photo then ${await photo(first, one)}`);
  const list = small ? [] : Array.from({ length: OF_NETWORK + 40 }, (_, n) => more[n % more.length] as Member);
  const network = await inParallel(list, 4, (by, n) => attempt(by, n, many));
  if (!small) network.push(`a photo then ${await photo(other, many)}`);
  return { member, network, other: await photo(other, networkAt(2002)) };
}

function attemptProblems({ member, network, other }: Awaited<ReturnType<typeof countedAttempts>>): string[] {
  const admitted = (list: string[]) => list.filter((outcome) => /^4(?!29)/.test(outcome)).length;
  return [
    ...(admitted(member) > OF_MEMBER ? [`${admitted(member)} attempts of one member`] : []),
    ...(admitted(network) > OF_NETWORK ? [`${admitted(network)} attempts of one network`] : []),
    ...[member, network].flatMap((list) => list.filter((outcome) => outcome === "a photo then 201")),
    ...(member.includes("429") ? [] : ["no attempt was one too many"]),
    ...(other === "201" ? [] : [`a photo from another network: ${other}`]),
  ];
}

/** Each honest photo is there once, and nothing of the others. */
async function storedProblems(product: Product, honest: { kind: Kind; by: Member }[], attackers: Member[]): Promise<string[]> {
  const rows = await product.sql<{ kind: Kind; member: string }>(
    `SELECT 'photo' AS kind, profile_id AS member FROM photos WHERE created_at > 0
     UNION ALL SELECT 'chat photo', sender_id FROM chat_photos UNION ALL SELECT 'verification', member_id FROM verifications`,
  );
  const count = (kind: Kind, id: string) => rows.filter((one) => one.kind === kind && one.member === id).length;
  return [
    ...honest.filter(({ kind, by }) => count(kind, by.id) !== 1).map(({ kind, by }) => `${kind}: ${count(kind, by.id)} stored`),
    ...attackers.filter(({ id }) => rows.some(({ member }) => member === id)).map(({ id }) => `${id}: something was stored`),
  ];
}
