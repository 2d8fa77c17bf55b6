import { z } from "zod";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/);
const id = z
  .string()
  .max(1400)
  .regex(/^[A-Za-z0-9_-]+$/);
const password = z.string().max(1024);
const name = z.string().max(200);

/** Common part of RegistrationResponseJSON and AuthenticationResponseJSON. */
const credential = <T extends z.ZodRawShape>(answer: T) =>
  z.object({
    id,
    rawId: id,
    type: z.literal("public-key"),
    response: z.object({ clientDataJSON: base64url }).extend(answer),
  });

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;
const list = z.object({ passkeys: z.array(passkeySchema), limit: z.int() });

const descriptor = z.object({ type: z.literal("public-key"), id: z.string() });

export const contract = {
  passkeys: defineCall({
    method: "GET",
    path: "/api/passkeys.php",
    input: z.object({}),
    output: list,
    summary: "The member's passkeys for this host",
  }),

  newPasskey: defineCall({
    method: "POST",
    path: "/api/passkey-options.php",
    input: z.strictObject({ password }),
    /** PublicKeyCredentialCreationOptionsJSON (Web Authentication Level 3, 5.1.9). */
    output: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
      timeout: z.int(),
      excludeCredentials: z.array(descriptor),
      authenticatorSelection: z.object({
        residentKey: z.literal("required"),
        requireResidentKey: z.literal(true),
        userVerification: z.literal("required"),
      }),
      attestation: z.literal("none"),
    }),
    refuses: ["login_blocked"],
    summary: "What a browser needs to make a passkey, for who knows the password",
  }),

  addPasskey: defineCall({
    method: "POST",
    path: "/api/passkeys.php",
    input: z.strictObject({
      name,
      credential: credential({
        attestationObject: base64url,
        transports: z.array(z.string().max(30)).max(10).optional(),
      }),
    }),
    output: list,
    refuses: ["passkey_failed", "conflict"],
    summary: "Adds the passkey that a browser has made",
  }),

  renamePasskey: defineCall({
    method: "PUT",
    path: "/api/passkeys.php",
    input: z.strictObject({ passkey: id, name }),
    output: list,
    refuses: ["not_found"],
    summary: "Gives a passkey another name",
  }),

  removePasskey: defineCall({
    method: "DELETE",
    path: "/api/passkeys.php",
    input: z.strictObject({ passkey: id, password }),
    output: list,
    refuses: ["not_found", "login_blocked"],
    summary: "Removes a passkey: it opens nothing any more",
  }),

  passkeyChallenge: defineCall({
    method: "POST",
    path: "/api/passkey-challenge.php",
    access: "anyone",
    input: z.strictObject({}),
    /** PublicKeyCredentialRequestOptionsJSON; an empty list offers every passkey of this host. */
    output: z.object({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.int(),
      userVerification: z.literal("required"),
      allowCredentials: z.array(descriptor),
    }),
    summary: "What a browser needs to log in with a passkey",
  }),

  passkeyLogin: defineCall({
    method: "POST",
    path: "/api/passkey-login.php",
    access: "anyone",
    input: z.strictObject({
      credential: credential({
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url.nullish(),
      }),
    }),
    output: userSchema,
    refuses: ["login_failed", "excluded", "banned"],
    summary: "Logs in with a passkey",
  }),
};
