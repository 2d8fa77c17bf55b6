import { addMembers, type Member } from "./members.ts";
import { type Product, repeated } from "./product.ts";
import type { Random } from "./random.ts";

export const CREDITS = 10_000;

export interface Letter {
  from: Member;
  text: string;
  clientId: string;
  /** Once acknowledged. */
  seq?: number;
}

export interface Talk {
  id: string;
  two: [Member, Member];
  letters: Letter[];
}

export interface Row {
  seq: number;
  sender: string;
  client: string;
  text: string;
}

/** Two members who can pay, and their first message. */
export async function beginTalk(product: Product): Promise<Talk> {
  const two = (await addMembers(product, 2, { paid: true, credits: CREDITS })) as [Member, Member];
  const talk: Talk = { id: "", two, letters: [] };
  const letter = { from: two[0], text: "first", clientId: `first-${two[0].id}` };
  const { status, json, text } = await post(product, talk, letter);
  if (status !== 201) throw new Error(`${status}: ${text.slice(0, 200)}`);
  talk.letters.push({ ...letter, seq: 1 });
  return { ...talk, id: json.message.conversation };
}

export const post = (product: Product, { two }: Talk, { from, text, clientId }: Letter) => {
  const profile = two[Number(from === two[0])] as Member;
  return product.ask("/api/chat.php", { session: from.session, body: { profile: profile.id, text, client_id: clientId } });
};

/** Sent until it is acknowledged, under one client id. */
export async function say(product: Product, talk: Talk, from: Member, random: Random): Promise<Letter> {
  const clientId = random.id();
  const letter: Letter = { from, text: `Message ${talk.letters.length} ${clientId}`, clientId };
  talk.letters.push(letter);
  const { status, json, text } = await repeated(() => post(product, talk, letter));
  if (status !== 201) throw new Error(`${status}: ${text.slice(0, 200)}`);
  letter.seq = json.message.seq;
  return letter;
}

export const logOf = (product: Product, conversation: string): Promise<Row[]> =>
  product.sql<Row>(
    "SELECT seq, sender_id AS sender, client_id AS client, text FROM messages WHERE conversation_id = ? ORDER BY seq",
    conversation,
  );

/** Each letter is in the log once, at the place that was acknowledged, and nothing else is. */
export function faultsOf({ id, letters }: Talk, log: Row[]): string[] {
  const byClient = new Map(log.map((row) => [row.client, row]));
  const found = letters.filter(({ from, text, clientId, seq }) => {
    const row = byClient.get(clientId);
    return row?.text !== text || row.sender !== from.id || row.seq !== seq;
  });
  const gap = log.findIndex(({ seq }, index) => seq !== index + 1);
  return [
    ...found.map(({ text }) => `${id}: "${text}" is not where it was acknowledged`),
    ...(gap < 0 ? [] : [`${id}: the log jumps to ${log[gap]?.seq} after ${gap}`]),
    ...(log.length === letters.length ? [] : [`${id}: ${letters.length} messages were sent, the log has ${log.length}`]),
  ];
}
