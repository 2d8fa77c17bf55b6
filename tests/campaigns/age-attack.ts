import type { Member } from "./members.ts";
import type { Product } from "./product.ts";

export const PROOF = "/api/age-proof.php";

export interface Attack {
  name: string;
  /** What the account's request says afterwards; "over" and "under" are controls. */
  expected: RegExp;
  run(): Promise<{ member: Member; outcome: string }>;
}

export const OVER = "over";
export const UNDER = "under";

export async function outcomeOf(product: Product, { session }: Member): Promise<string> {
  const { json } = await product.ask(PROOF, { session });
  return json.request?.outcome ?? "none";
}
