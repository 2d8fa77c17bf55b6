import { equalSecrets } from "#worker/platform/crypto.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { invalid } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { type Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanLine } from "#worker/platform/text.ts";
import { userHandle } from "./user-handle.vocabulary.ts";
import { ALGORITHMS, type Expected } from "./webauthn.ts";

/** Validity of a challenge, in ms. */
const GOOD_FOR = 5 * MINUTE;
/** Length of the expiry (9) and of 18 random bytes in base64url (24). */
const HEAD = 33;

export type Challenges = ReturnType<typeof createChallenges>;

interface Deps {
  limits: Pick<Limits, "hit">;
  keyedHash(text: string): Promise<string>;
}

/** Challenges without a store: expiry, randomness, and a keyed hash over both and the purpose. Each is good once. */
export function createChallenges({ limits, keyedHash }: Deps) {
  const sealOf = (purpose: string, head: string) => keyedHash(`passkey challenge\n${purpose}\n${head}`);

  async function redeemChallenge(purpose: string, now: number, challenge: string): Promise<boolean> {
    const head = challenge.slice(0, HEAD);
    if (!equalSecrets(challenge.slice(HEAD), await sealOf(purpose, head))) return false;
    if (Number.parseInt(head.slice(0, 9), 36) * 1000 <= now) return false;
    return (await limits.hit(...limitOf("passkeyAnswers", { challenge }), now)).allowed;
  }

  return {
    /** `purpose` names the site, the host, and what the answer will do. */
    async issue(purpose: string, now: number): Promise<string> {
      const expiry = Math.ceil((now + GOOD_FOR) / 1000).toString(36);
      const head = expiry.padStart(9, "0") + newSecret(18);
      return head + (await sealOf(purpose, head));
    },

    expected(origin: string, purpose: string, now: number): Expected {
      return { origin, rpId: rpIdOf(origin), challenge: (challenge) => redeemChallenge(purpose, now, challenge) };
    },
  };
}

export function rpIdOf(origin: string): string {
  return new URL(origin).hostname;
}

interface Creation {
  challenge: string;
  origin: string;
  site: string;
  user: { id: string; name: string };
  /** Ids of the user's passkeys: no authenticator makes a second one. */
  known: string[];
}

/** PublicKeyCredentialCreationOptionsJSON. */
export function creationOptions({ challenge, origin, site, user: { id, name }, known }: Creation) {
  return {
    challenge,
    rp: { id: rpIdOf(origin), name: site },
    user: { id: userHandle(id), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: GOOD_FOR,
    excludeCredentials: known.map((one) => ({ type: "public-key" as const, id: one })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
}

/** PublicKeyCredentialRequestOptionsJSON; an empty list offers every passkey of this host. */
export function requestOptions(challenge: string, origin: string) {
  return { challenge, rpId: rpIdOf(origin), timeout: GOOD_FOR, userVerification: "required" as const, allowCredentials: [] };
}

/** The library requires the field; browsers may omit it. */
export function answerFrom(credential: object): never {
  return { clientExtensionResults: {}, ...credential } as never;
}

/** @throws invalid */
export function passkeyName(name: string, max: number): string {
  const clean = cleanLine(name);
  if (clean === "") throw invalid({ field: "name", code: "required" });
  if (clean.length > max) throw invalid({ field: "name", code: "too_long", params: { max } });
  return clean;
}
