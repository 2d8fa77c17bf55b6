import { createHmac } from "node:crypto";

const LENGTH = 20;

export type Ids = ReturnType<typeof createIds>;

/** New ids from old ones. The same file gives the same ids; only who has the secret can work them out. */
export function createIds(pepper: string, site: string, source: string) {
  const idOf = (kind: string, old: string) => {
    const digest = createHmac("sha256", pepper).update(`brought\n${site}\n${source}\n${kind}\n${old}`).digest("hex");
    return BigInt(`0x${digest}`).toString(36).slice(-LENGTH);
  };
  return {
    member: (old: string) => idOf("member", old),
    conversation: (a: string, b: string) => idOf("conversation", [a, b].sort().join("\n")),
    photo: (member: string, source: string) => idOf("photo", `${member}\n${source}`),
    ban: (email: string) => idOf("ban", email),
  };
}
