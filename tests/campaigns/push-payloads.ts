import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkVapid } from "#scripts/push-service.ts";
import { createPushReceiver, type PushReceiver } from "#tests/setup/push-receiver.ts";
import { encryptPush, MAX_BODY } from "#worker/delivery/push/encryption.ts";
import { createPushKeys, createVapid } from "#worker/delivery/push/vapid.ts";
import type { Campaign } from "./campaign.ts";
import type { Random } from "./random.ts";

/** What the header and the end of a record leave of a message. */
const LONGEST = MAX_BODY - 103;
const SIZES = [0, 1, 2, 1023, 1024, 1025, LONGEST - 1, LONGEST];
const HOSTS = ["fcm.googleapis.com", "web.push.apple.com", "updates.push.services.mozilla.com", "db5.notify.windows.com"];
const LOCALES = join(import.meta.dirname, "../../locales");
const NOW = Date.UTC(2026, 10, 23, 12);

interface Sealed {
  body: Uint8Array;
  to: PushReceiver;
  text: string;
  header: string;
  origin: string;
  at: number;
}

export const pushPayloads: Campaign = {
  name: "push-payloads",
  what: "push messages in all languages, sealed by the product and opened by another implementation",
  async run({ random, small }) {
    const texts = textsOf();
    const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => random.below(256)));
    const receivers = Array.from({ length: 50 }, () => createPushReceiver(bytes));
    const vapid = createVapid(await createPushKeys());
    const sealed: Sealed[] = [];
    const problems: string[] = [];
    let altered = 0;
    for (let index = 0; index < (small ? 200 : 10_000); index++) {
      const text = textOf(random, texts, SIZES[index] ?? random.below(LONGEST + 1));
      const to = random.pick(receivers);
      const body = await encryptPush(text, to.keys, random.pick([undefined, 0, 512, 1024, LONGEST]));
      // A signature serves an hour.
      const [origin, at] = [`https://${random.pick(HOSTS)}`, NOW + index * 20 * 60_000];
      const header = await vapid.authorization(`${origin}/${random.id()}`, "mailto:help@example.org", at);
      sealed.push({ body, to, text, header, origin, at });
      if (index % 5 !== 0) continue;
      altered += 3;
      const other = receivers[(receivers.indexOf(to) + 1) % receivers.length] as PushReceiver;
      if (opens(flipped(body, random), to)) problems.push(`message ${index} opens with a bit flipped`);
      if (opens(body, other)) problems.push(`message ${index} opens with another key`);
      if (vapidFault({ header: forged(header), origin, at }) === null) problems.push(`message ${index} has a forged signature`);
    }
    const tooLong = textOf(random, texts, LONGEST + 1);
    if (await encryptPush(tooLong, (receivers[0] as PushReceiver).keys).catch(() => null))
      problems.push("one byte too many is sealed");
    return {
      counts: {
        messages: sealed.length,
        languages: texts.length,
        "shortest and longest body": `${Math.min(...sealed.map(({ body }) => body.length))}, ${Math.max(...sealed.map(({ body }) => body.length))} bytes`,
        signatures: new Set(sealed.map(({ header }) => header)).size,
        "altered ones, none opened": altered,
      },
      problems: async () => [...problems, ...sealed.flatMap(faultsOf)],
      async plant() {
        const [first] = sealed as [Sealed];
        sealed.push({ ...first, body: flipped(first.body, random) });
        return "a message with a flipped bit among the sealed";
      },
    };
  },
};

function faultsOf(one: Sealed, index: number): string[] {
  const found = [
    opens(one.body, one.to)?.trimEnd() === `.${one.text}`.trimEnd() ? null : "is not what was sealed",
    vapidFault(one),
  ];
  if (one.body.length > MAX_BODY) found.push(`has ${one.body.length} bytes`);
  return found.flatMap((fault) => (fault === null ? [] : [`message ${index} ${fault}`]));
}

/** A dot and the text, so that an empty text is an opened one. */
function opens(body: Uint8Array, receiver: PushReceiver): string | null {
  try {
    return `.${receiver.open(body)}`;
  } catch {
    return null;
  }
}

function vapidFault({ header, origin, at }: Pick<Sealed, "header" | "origin" | "at">): string | null {
  try {
    checkVapid(header, origin, at);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** All texts of each language, one list a language. */
function textsOf(): string[][] {
  const names = readdirSync(LOCALES).filter((name) => name.endsWith(".json"));
  return names.map((name) => stringsIn(JSON.parse(readFileSync(join(LOCALES, name), "utf8"))));
}

function stringsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(value as object).flatMap(stringsIn);
}

/** Exactly this many bytes, of one language and some emoji. */
function textOf(random: Random, texts: string[][], size: number): string {
  const language = random.pick(texts);
  let text = "";
  while (Buffer.byteLength(text) < size) text += `${random.pick(language)}${random.pick([" ", "\n", "\0", "😀", "👩‍👧"])}`;
  const room = new Uint8Array(size);
  const { written } = new TextEncoder().encodeInto(text, room);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(room.fill(0x78, written));
}

function flipped(body: Uint8Array, random: Random): Uint8Array {
  const altered = Uint8Array.from(body);
  // The record size of the header is not sealed.
  const at = random.pick([random.below(16), 21 + random.below(body.length - 21)]);
  altered[at] = (altered[at] as number) ^ (1 << random.below(8));
  return altered;
}

function forged(header: string): string {
  return header.replace(/t=([\w-]+)\.[\w-]+\./, (_, head) => `t=${head}.${claims()}.`);
}

function claims(): string {
  const exp = Math.floor(NOW / 1000) + 3600;
  return Buffer.from(
    JSON.stringify({ aud: "https://fcm.googleapis.com", exp, sub: `mailto:${randomUUID()}@evil.example` }),
  ).toString("base64url");
}
