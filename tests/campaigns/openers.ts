import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import { spamTo, WAYS } from "./spam.ts";
import { tallied } from "./spending.ts";

const ALLOWED = 10;
/** Below the limit of new conversations a day. */
const HONEST = 30;
const LOCALES = join(import.meta.dirname, "../../locales");

export const openers: Campaign = {
  name: "openers",
  what: "spammers send one first message to many, each time changed a little; it stops after the tenth",
  async run(tools) {
    const { product, random, small } = tools;
    const [accounts, each] = small ? [3, 40] : [20, 1000];
    const receivers = await addMembers(product, each, { gender: "male" });
    const names = new Map(
      (await product.sql<{ id: string; name: string }>("SELECT id, name FROM profiles")).map(({ id, name }) => [id, name]),
    );
    const spammers = await addMembers(product, accounts, { paid: true, credits: 100 });
    const outcomes: string[] = [];
    const passed: string[] = [];
    const ways = new Set<string>();
    const spam = (member: Member, template: number) =>
      // Four at once: of first messages at the same time no more may pass either.
      inParallel(random.shuffled(receivers), 4, async (receiver) => {
        const sent = spamTo(names.get(receiver.id) as string, template, random);
        for (const way of sent.ways) ways.add(way);
        const outcome = await open(tools, member, receiver, sent.text);
        outcomes.push(outcome);
        if (outcome === "sent") passed.push(sent.ways.join(" and "));
      });
    await inParallel(spammers, 4, spam);

    const texts = random.shuffled(textsOf());
    const honest = await addMembers(product, small ? 2 : 20, { paid: true, credits: 100 });
    const answers = await inParallel(honest, 4, (member, at) =>
      inParallel(receivers.slice(0, HONEST), 1, (to, index) =>
        open(tools, member, to, texts[(at * HONEST + index) % texts.length] as string),
      ),
    );
    return {
      counts: {
        accounts,
        openers: outcomes.length,
        "ways to change them": ways.size,
        answers: tallied(outcomes),
        "different openers of honest members": tallied(answers.flat()),
      },
      async problems() {
        const rows = await product.sql<{ id: string; begun: number; credits: number }>(
          `SELECT a.id, a.credits, (SELECT count(*) FROM conversations c WHERE c.started_by = a.id) AS begun FROM accounts a
           WHERE a.id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(spammers.map(({ id }) => id)),
        );
        return [
          ...rows
            .filter(({ begun, credits }) => begun !== ALLOWED || credits !== 100 - ALLOWED)
            .map(({ id, begun, credits }) => `${id} began ${begun} conversations and has ${credits} credits`),
          ...(ways.size === WAYS ? [] : [`only ${ways.size} of ${WAYS} ways were tried`]),
          ...outcomes.filter((outcome) => outcome !== "sent" && outcome !== "opener_repeated"),
          ...answers.flat().filter((outcome) => outcome !== "sent"),
        ];
      },
      async plant() {
        const [first] = spammers as [Member];
        await product.sql("DELETE FROM openers WHERE member_id = ?", first.id);
        await spam(first, 0);
        return "an account whose first messages were forgotten";
      },
    };
  },
};

/** "sent", or why it was refused. Repeated as a browser repeats a conflict. */
async function open({ product, random }: Tools, { session }: Member, { id: profile }: Member, text: string): Promise<string> {
  const body = { profile, text, client_id: random.id() };
  for (;;) {
    const { status, json } = await product.ask("/api/chat.php", { session, body });
    if (status === 201) return "sent";
    if (json?.error?.code !== "conflict") return json?.error?.fields?.[0]?.code ?? json?.error?.code ?? String(status);
  }
}

/** Sentences of the site in all languages: no ten of them are alike. */
function textsOf(): string[] {
  const files = readdirSync(LOCALES).filter((name) => name.endsWith(".json"));
  const texts = files.flatMap((name) => stringsIn(JSON.parse(readFileSync(join(LOCALES, name), "utf8"))));
  return texts.filter((text) => text.length > 40 && text.length < 300);
}

function stringsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(value as object).flatMap(stringsIn);
}
