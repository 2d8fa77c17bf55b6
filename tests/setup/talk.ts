import { env, exports } from "cloudflare:workers";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { addMember, logIn } from "./add-member.ts";

// Two members who talk, over the calls of the chat.

export interface Person {
  id: string;
  token: string;
}

export async function person(options: Parameters<typeof addMember>[0] = {}): Promise<Person> {
  const id = await addMember(options);
  return { id, token: await logIn(id) };
}

export interface Answered<T> {
  status: number;
  body: T & { error: { code: string; message: string; fields?: { field: string; code: string }[] } };
}

export async function api<T>(who: Person, method: string, path: string, body?: unknown): Promise<Answered<T>> {
  const headers = { cookie: `session=${who.token}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await exports.default.fetch(new Request(`http://localhost/api/${path}`, init));
  return { status: answer.status, body: await answer.json() };
}

/** A message must arrive; a refusal fails the test. */
export async function say(from: Person, to: Person, text: string, more: object = {}) {
  const input = { profile: to.id, text, client_id: newId(), ...more };
  const { status, body } = await api<CallOutput<"sendMessage">>(from, "POST", "chat.php", input);
  if (status !== 201) throw new Error(`message refused: ${JSON.stringify(body)}`);
  return body.message;
}

export const open = async (who: Person, query: string) => (await api<CallOutput<"chat">>(who, "GET", `chat.php?${query}`)).body;

export const firstChat = async (who: Person) => (await api<CallOutput<"chats">>(who, "GET", "chats.php")).body.chats[0];

export const rowOf = (conversation: string, seq: number) =>
  env.DB.prepare("SELECT * FROM messages WHERE conversation_id = ? AND seq = ?").bind(conversation, seq).first();
