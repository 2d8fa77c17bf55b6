/** Bindings and secrets of the Worker, as wrangler.toml names them. */
interface Env {
  ASSETS: Fetcher;
  DB: D1Database;
  INBOX: DurableObjectNamespace<import("./index.ts").MemberInbox>;
  LIMITS: DurableObjectNamespace<import("./index.ts").LimitCounter>;
  PHOTOS: R2Bucket;
  IMAGES: ImagesBinding;
  VISITORS: KVNamespace;
  METRICS?: AnalyticsEngineDataset;
  MAIL_QUEUE: Queue<{ id: string }>;
  MAILER: SendEmail;
  /** Key of the password pepper, base64 or any text; changing it invalidates every password. */
  PASSWORD_PEPPER: string;
  /** Signs the links of photos; changing it ends the links that are out. */
  MEDIA_SECRET: string;
  /** Shared by an instance in proxy mode and its upstream, so that the one believes what the other says of a visitor. */
  UPSTREAM_KEY?: string;
  /** The secret of the provider that signs its reports in tests and on one's own machine; others: see api/report-secret.ts. */
  MAIL_REPORT_SANDBOX?: string;
  /** Where an instance on one's own machine listens: its mails from the cron link there. */
  LOCAL_PORT?: string;
  /** "off" on a machine of one's own: a server that is measured, or driven by all journeys from one network, counts no calls. */
  CALL_LIMITS?: string;
  /** "on" or "off": one log line a request. On in deployed builds unless told. */
  REQUEST_LOG?: string;
  /** "test" on a machine of one's own: passwords are hashed at next to no cost. */
  PASSWORD_COST?: string;
}

/** True in builds for a machine of one's own (`npm start`, `npm test`), false in a deployed one. */
declare const __LOCAL__: boolean;
/** Names this build: what browsers keep of another is old. */
declare const __BUILD__: string;

declare namespace Cloudflare {
  // What `import { env } from "cloudflare:workers"` is.
  interface Env extends globalThis.Env {}
}

declare module "@phi-ag/argon2/argon2.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
