/** Code of one or a few pages, by its path; what many pages need is in `shell`. */
const PARTS: [name: string, files: RegExp][] = [
  // A client reference of the router's own layouts; no page names it.
  ["router", /\/react-router\//],
  // In a chat without messages, and with the first message to a match.
  [
    "ready-lines",
    /\/app\/features\/(?:discovery\/(?:likes\/three-lines|members\/icebreaker\.module)|messaging\/chat\/ready-lines)\./,
  ],
  ["match", /\/app\/features\/discovery\/likes\/(?:like-dialog-view|first-message-form|match-ahead|match-moment)\./],
  [
    "seldom",
    /\/app\/(?:features\/(?:billing\/discounts\/|delivery\/notifications\/|server\/notices\/(?:push-prompt|page-left|strip))|ui\/(?:countdown|dismiss|strip)|page\/push-support)/,
  ],
  ["match", /\/app\/features\/discovery\/likes\/(?:like-dialog|first-message)\.module\.css/],
  ["forms", /\/app\/ui\/(?:input|textarea|control|max-length|password-field|reveal)\./],
  // With the first touch of a chat's messages.
  ["message-menu", /\/app\/features\/messaging\/chat\/(?:message-menu-items|copy-text)\./],
  // Of that menu and of calls: a file of either would bring the rest of its page.
  ["disclosure", /\/app\/ui\/disclosure\./],
  // With a text of another device beside the own one, or on a page without a chat.
  ["unsent", /\/app\/features\/messaging\/chat\/(?:other-draft|resume-unsent)\./],
  // With the way to a message far back.
  ["far-history", /\/app\/features\/messaging\/chat\/far-history\./],
  // Where the member keeps chats on the device.
  ["kept-chats", /\/app\/features\/messaging\/chat\/(?:keep-chats|kept-chats)\./],
  ["sessions", /\/app\/features\/messaging\/chat\/offline-choice\./],
  // Beside the list of a wide window. A chat loads the list and not this.
  ["beside-chats", /\/app\/features\/messaging\/chat\/newest-chat\./],
  ["newest-chat", /\/app\/features\/messaging\/chat\/newest-chat-view\./],
  // With the first recording of a chat, and with the press that records one.
  ["voice-player", /\/app\/features\/delivery\/voices\/voice-(?:player|levels)\./],
  ["voice-recorder", /\/app\/features\/delivery\/voices\/(?:voice-recorder|record)\./],
  // With the first ring, and on the page of a call.
  ["ring", /\/app\/features\/messaging\/calls\/(?:ring-view|call-answer)\./],
  ["shell", /\/app\/features\/messaging\/calls\/ring\./],
  // With the press that reports a call.
  ["call-report", /\/app\/features\/messaging\/calls\/call-report\./],
  ["calls", /\/app\/features\/messaging\/calls\//],
  ["report", /\/app\/features\/people\/reports\/report-(?:modal-view|form)\./],
  [
    "chats",
    /\/app\/(?:features\/messaging\/(?:chat\/(?:chat-rows|chat-row|call-words|local-drafts|use-rows|rows|saved-rows|short-time|formats)\.|gifts\/gift-name)|ui\/(?:empty-state|round-icon)\.)/,
  ],
  [
    "chat",
    /\/app\/(?:features\/messaging\/(?:chat|gifts)\/|features\/messaging\/waiting\/pay-form\.|ui\/(?:file-picker|progress-bar)\.)|\/worker\/platform\/text\.ts/,
  ],
  // With the first dialog that scripts open, or the pop-up that is one.
  ["dialog", /\/app\/(?:ui\/(?:dialog|blocking)\.|features\/discovery\/likes\/delayed)/],
  // With the press that chooses a photo, or sends one.
  [
    "pictures",
    /\/app\/features\/discovery\/photos\/(?:pictures|cut-off|upload|upload-tile)\.|\/worker\/discovery\/photos\/jpeg\.ts/,
  ],
  ["photo-crop", /\/app\/features\/discovery\/photos\/photo-crop\./],
  ["photos", /\/app\/features\/discovery\/photos\//],
  // Where a place is asked for: the own profile shows the field once it is edited.
  ["place", /\/app\/features\/discovery\/members\/(?:position\.|place-field)/],
  ["flash-message", /\/app\/ui\/flash-message/],
  ["stable-order", /\/app\/ui\/stable-order/],
  ["acquaintances", /\/app\/features\/discovery\/acquaintances\//],
  ["members", /\/app\/features\/discovery\/(?:members|searches)\//],
  ["swipe", /\/app\/features\/discovery\/swipe\//],
  ["sessions", /\/app\/(?:features\/accounts\/sessions\/|ui\/site-path)/],
  ["age", /\/app\/features\/accounts\/age\//],
  ["payments", /\/app\/features\/billing\/payments\//],
  ["staff", /\/app\/features\/backoffice\/(?:sites|staff|support|work)\//],
  ["dev", /\/app\/routes\/server\/dev\//],
  // The server alone reads their `handle`.
  ["routes", /\/app\/(?:routes|layouts|root)\b/],
  ["shell", /\/app\/(?:(?:features|live|page|ui)\/|entry\.(?:browser|client)\.)|virtual:browser-calls/],
  ["shell", /\/@vitejs\/plugin-rsc\/|vite\/preload-helper|virtual:vite-rsc\/client-references$/],
];
/** Imports nothing of ours: its name stays the same from deploy to deploy. */
const REACT = /node_modules\/(?:react|react-dom|scheduler|react-server-dom-webpack)\/|rolldown[\\/]runtime/;
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
