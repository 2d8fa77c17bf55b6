/** Code of one or a few pages, by its path; what many pages need is in `shell`. */
const PARTS: [name: string, files: RegExp][] = [
  // A client reference of the router's own layouts; no page names it.
  ["router", /\/react-router\//],
  ["match", /\/app\/features\/likes\/(?:like-dialog-view|first-message-form|match-moment)\./],
  [
    "seldom",
    /\/app\/(?:features\/(?:discounts\/|notifications\/|notices\/push-prompt|notices\/page-left|notices\/strip)|ui\/(?:countdown|dismiss)|page\/push-support)/,
  ],
  ["match", /\/app\/features\/likes\/(?:like-dialog|first-message)\.module\.css/],
  ["forms", /\/app\/ui\/(?:field|input|textarea|checkbox|control|password-field|reveal)\./],
  // With the first touch of a chat's messages.
  [
    "message-menu",
    /\/app\/(?:features\/(?:chat\/(?:message-menu-items|message-report|copy-text)|reports\/report-path)|ui\/disclosure)\./,
  ],
  // With a text of another device beside the own one, or on a page without a chat.
  ["unsent", /\/app\/features\/chat\/(?:other-draft|resume-unsent)\./],
  // With the way to a message far back.
  ["far-history", /\/app\/features\/chat\/far-history\./],
  ["report", /\/app\/features\/reports\/report-modal-view\./],
  [
    "chats",
    /\/app\/(?:features\/(?:chat\/(?:chat-rows|chat-row|use-rows|rows|kept-rows|short-time|formats)\.|gifts\/gift-name)|ui\/(?:empty-state|round-icon)\.)/,
  ],
  ["chat", /\/app\/(?:features\/(?:chat|gifts)\/|ui\/progress-bar\.)|\/worker\/platform\/text\.ts/],
  // With the first dialog that scripts open, or the pop-up that is one.
  ["dialog", /\/app\/(?:ui\/(?:dialog|blocking)\.|features\/likes\/delayed)/],
  ["photo-crop", /\/app\/features\/photos\/photo-crop\./],
  ["photos", /\/app\/features\/(?:photos\/|members\/(?:position\.|place-field))|\/worker\/platform\/jpeg\.ts/],
  ["flash-message", /\/app\/ui\/flash-message/],
  ["kept-order", /\/app\/ui\/kept-order/],
  ["members", /\/app\/features\/(?:members|searches)\//],
  ["swipe", /\/app\/features\/swipe\//],
  ["sessions", /\/app\/(?:features\/sessions\/|ui\/site-path)/],
  ["payments", /\/app\/features\/payments\//],
  ["staff", /\/app\/features\/(?:staff|work)\//],
  ["dev", /\/app\/routes\/dev\//],
  // The server alone reads their `handle`.
  ["routes", /\/app\/(?:routes|layouts|root)\b/],
  ["shell", /\/app\/(?:(?:features|live|page|ui)\/|entry\.browser\.)|virtual:browser-calls/],
  ["shell", /\/@vitejs\/plugin-rsc\/|vite\/preload-helper|virtual:vite-rsc\/client-references$/],
];
/** Imports nothing of ours: its name stays the same from deploy to deploy. */
const REACT = /node_modules\/(?:react|react-dom|scheduler|react-server-dom-webpack)\/|^\0react-bindings\//;
const GROUP = "\0virtual:vite-rsc/client-references/group/";

export function chunkOf(id: string): string | null {
  return PARTS.find(([, files]) => files.test(`/${id}`))?.[0] ?? null;
}

/** A page needs React, the shell, and the files of its own parts. */
export const BROWSER_CHUNKS = {
  // Otherwise the first part to import a file of another part would take it.
  includeDependenciesRecursively: false,
  groups: [
    { name: "react", test: REACT, priority: 3 },
    { name: "shell", test: (id: string) => named(id) === "shell", priority: 2 },
    { name: named, priority: 1 },
  ],
};

function named(id: string): string | null {
  return id.startsWith(GROUP) ? id.slice(GROUP.length) : chunkOf(id);
}
