// Kinds of files and their allowed imports: docs/decisions/0036.

export interface Kind {
  name: string;
  files: RegExp;
  /** Kinds and packages. `own:x` means kind x in the same room. */
  may: string;
  /** Type-only imports, which the build removes. */
  types?: string;
}

/** The first matching pattern decides. */
export const KINDS: Kind[] = [
  {
    name: "vocabulary",
    files: /^db\/schema\/attributes\.ts$|^worker\/[\w-]+\/([\w-]+\.)?vocabulary\.ts$/,
    may: "zod vocabulary",
  },
  { name: "schema", files: /^db\/schema\//, may: "schema vocabulary drizzle-orm" },
  { name: "db", files: /^db\//, may: "db schema vocabulary drizzle-orm" },
  { name: "locales", files: /^locales\//, may: "locales rosetta" },

  { name: "contract", files: /\.contract\.ts$/, may: "contract vocabulary lib locales zod" },
  { name: "protocol", files: /\.protocol\.ts$/, may: "vocabulary", types: "contract" },
  {
    name: "columns",
    files: /\.columns\.ts$/,
    may: "columns db schema vocabulary drizzle-orm",
    types: "rules contract",
  },
  {
    name: "store",
    files: /\.store\.ts$/,
    may: "columns db schema vocabulary lib drizzle-orm react-router",
    types: "rules contract protocol locales",
  },
  { name: "object", files: /\.object\.ts$/, may: "own:rules own:protocol lib cloudflare:workers", types: "protocol contract" },
  { name: "consumer", files: /\.consumer\.ts$/, may: "own:rules lib", types: "rules" },
  {
    name: "lib",
    files: /^worker\/lib\//,
    may: "lib zod node: @phi-ag/argon2 client-zip @simplewebauthn/server reflect-metadata",
    types: "locales own:object",
  },
  {
    name: "registry",
    files: /^worker\/(calls|context|handlers)\.ts$/,
    may: "contract registry lib",
    types: "rules edge locales wiring",
  },
  {
    name: "edge-build",
    files: /^worker\/edge\/build\.ts$/,
    may: "edge api sides wiring registry rules lib locales vocabulary",
    types: "contract",
  },
  {
    name: "edge",
    files: /^worker\/edge\//,
    may: "edge lib locales rules vocabulary hono zod node:",
    types: "contract registry sides",
  },
  {
    name: "sides",
    files: /^worker\/(sides|upstream)\/|^worker\/backend\.ts$/,
    may: "sides wiring registry contract edge lib locales protocol rules hono zod",
    types: "protocol",
  },
  {
    name: "api",
    files: /^worker\/api\//,
    may: "contract api edge sides wiring registry lib locales own:store hono @hono/zod-validator zod",
    types: "protocol",
  },
  {
    name: "wiring",
    files: /^worker\/wiring\/|^worker\/nouns\.ts$/,
    may: "wiring rules vocabulary store columns consumer edge api lib db registry cloudflare:workers",
    types: "object contract",
  },
  { name: "dev", files: /^worker\/dev\//, may: "dev api edge wiring rules lib locales hono node:", types: "schema store" },
  {
    name: "entry",
    files: /^worker\/(index|worker|objects)\.ts$/,
    may: "entry edge-build rules api edge sides wiring object consumer dev lib app-entry",
  },
  {
    name: "rules",
    files: /^worker\/[\w-]+\//,
    may: "rules contract vocabulary lib locales protocol zod node:",
    types: "own:store store columns object registry edge schema db",
  },

  { name: "css", files: /\.(css|woff2)(\?url)?$/, may: "" },
  {
    name: "island",
    files: /^app\/(?!entry).*\.client\.tsx?$/,
    may: "island live ui css plain react react-router",
    types: "contract protocol registry lib feature",
  },
  { name: "live", files: /^app\/live\//, may: "live ui react virtual:", types: "contract protocol registry lib" },
  { name: "ui", files: /^app\/ui\//, may: "ui island css react", types: "vocabulary" },
  {
    name: "actions",
    files: /\.actions\.ts$/,
    may: "feature request contract vocabulary access lib react-router",
    types: "registry",
  },
  {
    name: "request",
    files: /^app\/(request|head)\//,
    may: "request actions ui css island access lib react react-router",
    types: "contract registry layout",
  },
  {
    name: "feature",
    files: /^app\/features\//,
    may: "feature actions island live ui css request layout contract vocabulary access lib locales react react-router",
    types: "registry",
  },
  {
    name: "layout",
    files: /^app\/layouts\//,
    may: "layout feature island ui css request access lib react react-router",
    types: "contract registry",
  },
  {
    name: "route",
    files: /^app\/routes\//,
    may: "feature actions island ui css request layout contract vocabulary access lib locales react react-router",
    types: "registry",
  },
  { name: "rendering", files: /^app\/rendering\//, may: "rendering access lib react react-router", types: "app-entry" },
  {
    name: "app-entry",
    files: /^app\/(root|entry\.\w+)\.tsx$|^app\/routes\.ts$/,
    may: "app-entry live feature island ui css request layout rendering access lib react react-dom react-router @react-router/dev @vitejs/plugin-rsc virtual:",
  },
];

/** The part of `worker/edge` that pages may import by value. */
export const ACCESS = /^worker\/edge\/(edge|bounce|country|dismissals|language|session|trail)\.ts$/;

/** A room imports from earlier rooms only. */
export const ORDER = [["identity"], ["links"], ["sessions"], ["recovery", "signup"], ["leaving"]];
