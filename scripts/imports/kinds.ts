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
    name: "data",
    files:
      /^db\/(schema\/(attributes|attribute-table|spoken|decision-attributes|notice-attributes|interests|age-methods|operator-codes|notice-kinds|event-kinds|picture-origins|first-messages|source-limits)|places|places\/\w+|cells|holdings|holding|money-holdings|chat-holdings|photo-holdings|report-holdings|people-holdings|staff-holdings|age-holdings|site-holdings)\.ts$/,
    may: "data",
  },
  {
    name: "vocabulary",
    files: /^worker\/[\w-]+\/[\w-]+\/([\w-]+\.)?vocabulary\.ts$/,
    may: "vocabulary data lib locales zod",
  },
  { name: "schema", files: /^db\/schema\//, may: "schema data drizzle-orm" },
  { name: "db", files: /^db\//, may: "db schema data drizzle-orm" },
  { name: "locales", files: /^locales\//, may: "locales rosetta" },

  { name: "contract", files: /\.contract\.ts$/, may: "contract vocabulary data lib locales zod" },
  { name: "protocol", files: /\.protocol\.ts$/, may: "vocabulary data", types: "contract" },
  {
    name: "sql",
    files: /\.sql\.ts$/,
    may: "sql db schema vocabulary data drizzle-orm",
    types: "rules contract lib",
  },
  {
    name: "store",
    files: /\.store\.ts$/,
    may: "sql db schema vocabulary data lib drizzle-orm react-router @react-router/cloudflare",
    types: "rules contract protocol locales",
  },
  { name: "object", files: /\.object\.ts$/, may: "own:rules own:protocol lib cloudflare:workers", types: "protocol contract" },
  { name: "consumer", files: /\.consumer\.ts$/, may: "own:rules lib", types: "rules" },
  {
    name: "lib",
    files: /^worker\/platform\//,
    may: "lib zod node: @noble/hashes @phi-ag/argon2 uqr",
    types: "locales own:object",
  },
  {
    name: "registry",
    files:
      /^worker\/server\/(staff\/)?(calls|handlers|age-reach)\.ts$|^worker\/(people\/identity|backoffice\/staff)\/context\.ts$/,
    may: "contract registry lib",
    types: "rules vocabulary edge locales wiring zod",
  },
  {
    name: "edge-build",
    files: /^worker\/server\/edge\/(staff-)?build\.ts$/,
    may: "edge api sides wiring registry rules lib locales vocabulary data node:",
    types: "contract",
  },
  {
    name: "edge",
    files: /^worker\/server\/edge\//,
    may: "edge lib locales rules vocabulary data hono zod node:",
    types: "contract registry sides",
  },
  {
    name: "sides",
    files: /^worker\/server\/(sides|upstream)\/|^worker\/server\/(staff\/)?backend\.ts$/,
    may: "sides endpoint wiring registry contract vocabulary edge lib locales protocol rules hono zod",
    types: "protocol",
  },
  {
    name: "api",
    files: /^worker\/server\/api\//,
    may: "contract api edge sides endpoint wiring registry lib locales own:store hono @hono/zod-validator zod",
    types: "protocol",
  },
  {
    name: "wiring",
    files: /^worker\/server\/wiring\//,
    may: "wiring rules vocabulary data store sql consumer edge api lib db registry cloudflare:workers",
    types: "object contract",
  },
  {
    name: "dev",
    files: /^worker\/server\/dev\//,
    may: "dev endpoint api edge wiring rules lib locales hono node: cloudflare:workers @animo-id/mdoc @hpke/core",
    types: "schema data store",
  },
  {
    name: "entry",
    files: /^worker\/server\/((index|worker|objects)\.ts$|steps\/)/,
    may: "entry endpoint edge-build rules vocabulary api edge sides wiring object consumer dev lib app-entry hono",
  },
  {
    name: "endpoint",
    files: /^worker\/[\w-]+\/[\w-]+\/[\w-]+\.endpoint\.ts$/,
    may: "rules vocabulary edge wiring registry lib",
    types: "protocol",
  },
  {
    name: "template",
    files: /^worker\/delivery\/mail\/templates\/|\.template\.ts$/,
    may: "template rules vocabulary lib locales hono/html",
  },
  {
    name: "rules",
    files: /^worker\/[\w-]+\/[\w-]+\//,
    may: "rules template contract vocabulary data lib locales protocol zod node: @block65/webcrypto-web-push client-zip fast-png libphonenumber-js @simplewebauthn/server reflect-metadata oauth4webapi @hpke/core @peculiar/x509 @peculiar/asn1-schema @peculiar/asn1-x509 xml-crypto @xmldom/xmldom disposable-email-domains-js",
    types: "own:store store sql object registry edge schema data db",
  },

  { name: "css", files: /\.(css|woff2)(\?url)?$/, may: "" },
  {
    name: "island",
    files: /^app\/(?!entry).*\.client\.tsx?$/,
    may: "island shared live page ui css worker/platform/text.ts worker/discovery/photos/jpeg.ts react react-dom",
    types: "contract protocol registry lib feature",
  },
  { name: "shared", files: /^app\/.*\.shared\.tsx?$/, may: "shared ui css react", types: "contract registry" },
  { name: "live", files: /^app\/live\//, may: "live ui react virtual:", types: "contract protocol registry lib" },
  { name: "page", files: /^app\/page\//, may: "page ui island react", types: "lib" },
  { name: "ui", files: /^app\/ui\//, may: "ui island css react", types: "vocabulary data" },
  {
    name: "actions",
    files: /\.actions\.ts$/,
    may: "feature request contract vocabulary data access lib react-router",
    types: "registry",
  },
  {
    name: "request",
    files: /^app\/(request|head)\//,
    may: "request actions ui css island vocabulary access lib react react-router",
    types: "contract registry layout locales",
  },
  {
    name: "feature",
    files: /^app\/features\//,
    may: "feature actions island shared live ui css request layout contract vocabulary data access lib locales react react-router",
    types: "registry",
  },
  {
    name: "layout",
    files: /^app\/layouts\//,
    may: "layout feature actions island ui css request vocabulary access lib react react-router",
    types: "contract registry",
  },
  {
    name: "route",
    files: /^app\/routes\//,
    may: "feature actions island ui css request layout contract vocabulary data access lib locales react react-router",
    types: "registry",
  },
  {
    name: "rendering",
    files: /^app\/rendering\//,
    may: "rendering page request access lib react react-router",
    types: "app-entry",
  },
  {
    name: "app-entry",
    files: /^app\/(root|entry\.\w+)\.tsx$|^app\/routes\.ts$/,
    may: "app-entry live page feature island ui css request layout rendering access lib react react-dom react-router @react-router/dev @vitejs/plugin-rsc virtual:",
  },
];

/** The part of `worker/server/edge` that pages may import by value. */
export const ACCESS = /^worker\/server\/edge\/(edge|bounce|country|dismissals|language|session|trail)\.ts$/;

/**
 * From top to bottom. A file of `worker` or `app` imports from its own area and those below it, types included. The order
 * also holds from `app` to `worker`: docs/decisions/0082-areas.md.
 */
export const AREAS = [
  "server",
  "backoffice",
  "accounts",
  "messaging",
  "discovery",
  "billing",
  "delivery",
  "people",
  "sites",
  "platform",
] as const;

/** Folders with one subfolder for each area. */
export const DIVIDED = /^(?:worker|app\/features|app\/routes)\/([^/]+)/;

/** The other parts of `app` lie in one area each. */
export const WHOLE: [files: RegExp, area: (typeof AREAS)[number]][] = [
  // They put the features of all areas around a page; only the area `server` may use them.
  [/^app\/(?:layouts|rendering)\/|^app\/(?:root|entry\.\w+)\.tsx$|^app\/routes\.ts$/, "server"],
  // Shared by the features of all areas from this one up.
  [/^app\/request\//, "people"],
  [/^app\/head\//, "sites"],
  [/^app\/(?:live|page|styles|ui)\//, "platform"],
];

/** A route makes one page of the features of several areas, so the order does not bind it. */
export const COMPOSING = /^app\/routes\//;

/** Open to pages of every area: facts of the request, types of the calls and of the frames. */
export const OPEN_TO_PAGES = /^worker\/(?:server\/(?:edge\/|(?:staff\/)?calls\.ts$)|delivery\/live\/live\.protocol\.ts$)/;
