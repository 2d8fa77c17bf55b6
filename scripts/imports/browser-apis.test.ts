import assert from "node:assert/strict";
import { test } from "node:test";
import { directUses } from "./browser-apis.ts";

test("a page uses storage, keys and lengths of the browser only through the files that guard them", () => {
  const refused = [
    'const stored = localStorage.getItem("a");',
    'window.sessionStorage?.setItem("a", "b");',
    'const request = indexedDB.open("a");',
    'new BroadcastChannel("a");',
    "await navigator.serviceWorker?.getRegistration();",
    "const locks = navigator\n  .locks;",
    'addEventListener("keydown", (event) => event.key === "Enter" && send());',
    "<div onKeyDown={({ key }) => key === 'Escape' && close()} />",
    "<textarea\n  onChange={() => type()}\n  maxLength={200}\n/>",
  ];
  for (const code of refused) assert.equal(directUses("app/features/a.client.tsx", code).length, 1, code);
  const right = [
    "// localStorage may be null",
    'deviceStorage.read("a");',
    'addEventListener("keydown", (event) => keyOf(event) === "Enter" && send());',
    "<Textarea maxLength={200} />",
  ];
  for (const code of right) assert.deepEqual(directUses("app/features/a.client.tsx", code), [], code);
  assert.deepEqual(directUses("app/ui/storage.ts", refused.slice(0, 6).join("\n")), []);
});
