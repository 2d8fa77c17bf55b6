/** Optional variables; wrangler.toml generates the rest of `Env` into bindings.d.ts. */
interface __BaseEnv_Env {
  /** Signs visitor facts between a proxy instance and its upstream; see edge/visitor.ts. */
  UPSTREAM_KEY?: string;
  CONTACTS_SECRET?: string;
  /** Local instances: secret of the sandbox mail provider. For others see api/report-secret.ts. */
  MAIL_REPORT_SANDBOX?: string;
  /** Host of the staff pages; without it there are none. */
  STAFF_HOST?: string;
  /** JSON of account, token and sender; without it a deployed build offers no direct debit. */
  SMS_TWILIO?: string;
  /** Address of the trusted list of issuers of proofs of age; without it no list is read. */
  AGE_LIST_URL?: string;
  /** SHA-256 of the certificates that may sign the list, in hex, apart by spaces. */
  AGE_LIST_SIGNERS?: string;
  /** Web Push key pair from `npm run push-keys`; without it push is not offered. */
  PUSH_KEYS?: string;
  /** Hosts of other push services (UnifiedPush), apart by spaces or commas. */
  PUSH_HOSTS?: string;
  /** TURN addresses of the relay for calls, apart by spaces or commas; without them and the secret nobody calls. */
  TURN_URLS?: string;
  /** Secret that the relay shares: coturn's `static-auth-secret`. */
  TURN_SECRET?: string;
  /** Addresses from which the relay sends, apart by spaces or commas; others do not pass as its candidates. */
  TURN_ADDRESSES?: string;
  /** Local instances: origin of the push service on loopback. */
  PUSH_SERVICE?: string;
  /** Local instances: origin of the OpenID provider behind id.localhost. */
  ID_SERVICE?: string;
  /** Local instances: port in the links of cron mails. */
  LOCAL_PORT?: string;
  SQL_KEY?: string;
  /** "off" in local instances: no call limits in measurements and journeys. */
  CALL_LIMITS?: string;
  /** "on" or "off"; deployed builds default to on. */
  REQUEST_LOG?: string;
  /** "on" in a preview of a branch: nothing is mailed, and robots are kept out. */
  PREVIEW?: string;
  /** Set by lib/databases.ts alone: the binding that stands in `DB`. */
  DATABASE?: string;
  /** "test" in local instances: cheap password hashes. */
  PASSWORD_COST?: string;
}

/** True in local builds (`npm start`, `npm test`). */
declare const __LOCAL__: boolean;
/** Browser caches with another id are stale. */
declare const __BUILD__: string;
declare const __VERSION__: string;

declare module "@phi-ag/argon2/argon2.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
