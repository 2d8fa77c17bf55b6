// Every product file is of one kind, by folder or suffix, and a kind may import what its row names: docs/decisions/0036.

export interface Kind {
  name: string;
  files: RegExp;
  /** Kinds and packages it may import. `own:x` is a file of kind x in the same room. */
  may: string;
  /** What it may import as types only, which vanish in the build. */
  types?: string;
  /** Violations of the past, to be removed: values, and types. */
  later?: string;
}

/** The first pattern that matches decides. */
export const KINDS: Kind[] = [
  {
    name: "vocabulary",
    files: /^db\/schema\/attributes\.ts$|^worker\/[\w-]+\/([\w-]+\.)?vocabulary\.ts$/,
    may: "zod vocabulary",
  },
  { name: "schema", files: /^db\/schema\//, may: "schema vocabulary drizzle-orm" },
  { name: "db", files: /^db\//, may: "db schema vocabulary drizzle-orm" },
  { name: "locales", files: /^locales\//, may: "locales rosetta" },

  { name: "contract", files: /\.contract\.ts$/, may: "contract vocabulary lib locales zod", later: "rules" },
  { name: "protocol", files: /\.protocol\.ts$/, may: "vocabulary", types: "contract" },
  {
    name: "columns",
    files: /\.columns\.ts$/,
    may: "columns db schema vocabulary drizzle-orm",
    types: "rules contract",
    later: "rules",
  },
  {
    name: "store",
    files: /\.store\.ts$/,
    may: "columns db schema vocabulary lib drizzle-orm react-router",
    types: "rules contract protocol locales",
    later: "rules",
  },
  { name: "object", files: /\.object\.ts$/, may: "own:rules own:protocol lib cloudflare:workers", types: "protocol contract" },
  { name: "consumer", files: /\.consumer\.ts$/, may: "own:rules lib", types: "rules" },
  {
    name: "lib",
    files: /^worker\/lib\//,
    may: "lib zod node: @phi-ag/argon2 @simplewebauthn/server reflect-metadata",
    types: "locales own:object",
    later: "cloudflare:workers",
  },
  {
    name: "registry",
    files: /^worker\/(calls|context|handlers)\.ts$/,
    may: "contract registry lib",
    types: "rules edge locales wiring",
  },
  {
    name: "edge",
    files: /^worker\/edge\//,
    may: "edge lib locales rules vocabulary hono zod node:",
    types: "contract registry sides",
    later: "api entry registry sides wiring",
  },
  {
    name: "sides",
    files: /^worker\/(sides|upstream)\/|^worker\/backend\.ts$/,
    may: "sides wiring registry contract edge lib rules hono zod",
    types: "protocol",
  },
  {
    name: "api",
    files: /^worker\/api\//,
    may: "api edge sides wiring registry lib own:store hono @hono/zod-validator zod",
    later: "rules",
  },
  {
    name: "wiring",
    files: /^worker\/wiring\/|^worker\/nouns\.ts$/,
    may: "wiring rules store columns consumer lib db registry cloudflare:workers",
    types: "object contract",
    later: "api edge",
  },
  { name: "dev", files: /^worker\/dev\//, may: "dev api edge wiring rules lib locales hono node:", types: "schema store" },
  {
    name: "entry",
    files: /^worker\/(index|worker)\.ts$/,
    may: "entry api edge sides wiring object consumer dev lib app-entry",
    later: "rules",
  },
  {
    name: "rules",
    files: /^worker\/[\w-]+\//,
    may: "rules contract vocabulary lib locales protocol zod node:",
    types: "own:store store columns object registry edge schema db",
    later: "wiring edge registry schema db columns sides hono",
  },

  { name: "css", files: /\.(css|woff2)(\?url)?$/, may: "" },
  {
    name: "island",
    files: /^app\/(?!entry).*\.client\.tsx?$/,
    may: "island live ui css plain react react-router",
    types: "contract protocol registry lib feature",
    later: "feature",
  },
  { name: "live", files: /^app\/live\//, may: "live ui react", types: "contract protocol registry lib" },
  { name: "ui", files: /^app\/ui\//, may: "ui island css react", types: "vocabulary" },
  {
    name: "actions",
    files: /\.actions\.ts$/,
    may: "feature request contract vocabulary access lib react-router",
    types: "registry",
    later: "rules",
  },
  {
    name: "request",
    files: /^app\/(request|head)\//,
    may: "request actions ui css island access lib react react-router",
    types: "contract registry layout",
    later: "layout feature",
  },
  {
    name: "feature",
    files: /^app\/features\//,
    may: "feature actions island live ui css request layout contract vocabulary access lib locales react react-router",
    types: "registry",
    later: "rules zod",
  },
  {
    name: "layout",
    files: /^app\/layouts\//,
    may: "layout feature island ui css request access lib react react-router",
    types: "contract registry",
    later: "rules",
  },
  {
    name: "route",
    files: /^app\/routes\//,
    may: "feature actions island ui css request layout contract vocabulary access lib locales react react-router",
    types: "registry",
    later: "rules",
  },
  { name: "rendering", files: /^app\/rendering\//, may: "rendering access lib react react-router", types: "app-entry" },
  {
    name: "app-entry",
    files: /^app\/(root|entry\.\w+)\.tsx$|^app\/routes\.ts$/,
    may: "app-entry live feature island ui css request layout rendering access lib react react-dom react-router @react-router/dev @vitejs/plugin-rsc virtual:",
  },
];

/** What pages may take of `worker/edge` by value, which is otherwise of kind edge. */
export const ACCESS = /^worker\/edge\/(edge|bounce|country|dismissals|language|session|trail)\.ts$/;

/** Each room of an account imports from rooms before it only. */
export const ORDER = [["identity"], ["links"], ["sessions"], ["recovery", "signup"], ["leaving"]];

/** Imports of the past, to be removed. */
export const KNOWN = new Set(["worker/chat/target.ts drizzle-orm"]);

/** Files of an account that know a later room, to be mended. */
export const UNORDERED = /^worker\/(identity\/accounts|recovery\/mail-change|signup\/(signup-again|unconfirmed))/;

/** Circles of the past, to be removed: every file of one matches. */
export const CIRCLES = /^worker\//;
