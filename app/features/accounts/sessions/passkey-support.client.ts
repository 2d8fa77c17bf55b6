import { CallError } from "#app/live/client.ts";

export interface PasskeyTexts {
  working: string;
  cancelled: string;
  known: string;
  unsupported: string;
  failed: string;
}

/** True if this browser supports passkeys and JSON options (Web Authentication Level 3, section 5.1). */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Lets the browser create a passkey; answers its JSON. @throws DOMException */
export async function createPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
}

/** Lets the browser sign with a passkey; answers its JSON. @throws DOMException */
export async function signWithPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
}

export function forgetUnknown(credential: object): (error: unknown) => never {
  return (error) => {
    if (error instanceof CallError && error.params.passkey === "unknown" && "id" in credential)
      PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId: String(credential.id) }).catch(
        () => {},
      );
    throw error;
  };
}

/** Tells the browser which passkeys still open this account (Web Authentication Level 3, 5.1.10.3). */
export function keepOnly(account: AllAcceptedCredentialsOptions): void {
  if (hasPasskeys()) PublicKeyCredential.signalAllAcceptedCredentials?.(account).catch(() => {});
}

/** The server's message, or ours for a failure of the browser. */
export function passkeyErrorText(error: unknown, words: PasskeyTexts): string {
  if (error instanceof CallError) return error.fields[0]?.message || error.message || words.failed;
  if (!(error instanceof DOMException)) return words.failed;
  if (error.name === "InvalidStateError") return words.known;
  return error.name === "NotAllowedError" || error.name === "AbortError" ? words.cancelled : words.failed;
}
