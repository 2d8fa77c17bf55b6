import { sha256 } from "#worker/platform/crypto.ts";
import { newLink } from "./one-time-link.ts";

interface Owner {
  id: string;
  email: string;
  passwordHash: string;
}

/** A link that leads to `path`; a changed password or address ends it. */
export async function newLoginLink(owner: Owner, path: string, now: number) {
  const { link, token } = await newLink("login", owner.id, now);
  return { link, token: { ...token, codeHash: await loginPrint(owner), data: path } };
}

/** Changes with the password and the address. */
export function loginPrint({ id, email, passwordHash }: Owner): Promise<string> {
  return sha256(`login\n${id}\n${email}\n${passwordHash}`);
}
