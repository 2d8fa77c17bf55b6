import { openidTranscript } from "#worker/accounts/age/eu/transcript.ts";
import { base64url } from "#worker/platform/ids.ts";
import { PROOF } from "./age-attack.ts";
import type { Member } from "./members.ts";
import type { Answer, Product } from "./product.ts";

const ANSWER = "/api/age-answer.php";

/** A request of a member, as the link of the app holds it. */
export interface Asked {
  member: Member;
  state: string;
  transcript: unknown[];
}

export async function begun(product: Product, member: Member, way: "qr" | "link" = "qr"): Promise<Asked> {
  const { json, status, text } = await product.ask(PROOF, { session: member.session, body: { method: "eu", way } });
  if (status !== 201) throw new Error(`begin: ${status} ${text.slice(0, 200)}`);
  const query = new URL(json.link).searchParams;
  const [client, nonce, uri] = [query.get("client_id"), query.get("nonce"), query.get("response_uri")].map(String);
  const transcript = (await openidTranscript(client as string, nonce as string, uri as string)) as unknown[];
  return { member, state: String(query.get("state")), transcript };
}

/** As an app posts it: without a session. */
export function post(product: Product, state: string, token: string): Promise<Answer> {
  const body = new URLSearchParams({ state, vp_token: token }).toString();
  return product.ask(ANSWER, { body, headers: { "content-type": "application/x-www-form-urlencoded" } });
}

export const tokenOf = (response: Uint8Array) => JSON.stringify({ proof_of_age: [base64url(response)] });
