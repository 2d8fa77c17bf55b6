/** What a deployment may leave out. The rest of `Env` is generated from wrangler.toml into bindings.d.ts. */
interface __BaseEnv_Env {
  /** Shared with the upstream of domains in proxy mode: signs what an instance forwards about a visitor. */
  UPSTREAM_KEY?: string;
  /** Secret of the sandbox provider of mail reports, in tests and local instances; others: api/report-secret.ts. */
  MAIL_REPORT_SANDBOX?: string;
  /** Port of a local instance, for links in mails that the cron sends. */
  LOCAL_PORT?: string;
  /** "off" in a local instance: no call limits, for measurements and journeys from one address. */
  CALL_LIMITS?: string;
  /** "on" or "off": one log line a request. On in deployed builds by default. */
  REQUEST_LOG?: string;
  /** "test" in a local instance: passwords are hashed at next to no cost. */
  PASSWORD_COST?: string;
}

/** True in local builds (`npm start`, `npm test`), false in a deployed one. */
declare const __LOCAL__: boolean;
/** Build id; caches of browsers under another id are stale. */
declare const __BUILD__: string;

declare module "@phi-ag/argon2/argon2.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
