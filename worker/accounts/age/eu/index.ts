// The only entry: `await import("#worker/accounts/age/eu/index.ts")`, so that no other request loads the verifier.
export { parseDirectPost, receiveBrowser, receiveVpToken } from "./receive.ts";
export { beginEu } from "./request.ts";
