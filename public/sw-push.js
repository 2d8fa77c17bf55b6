// The service worker: a page for when there is no connection. A browser needs one to subscribe to push messages, too.
// The page is kept in the language and of the build that the address names: /sw-push.js?language=nl&build=…
const CACHE = `offline${self.location.search}`;
const PAGE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (/^\/(assets|icons\.svg)/.test(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** The offline page with its style sheet and fonts. */
async function keep() {
  const page = await fetch(PAGE, { credentials: "same-origin" });
  if (!page.ok) throw new Error(`${PAGE}: ${page.status}`);
  const html = await page.clone().text();
  const styles = [...html.matchAll(/<link[^>]*href="(\/assets\/[^"]+\.(?:css|woff2))"/g)].map(([, href]) => href);
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set(styles), "/icons.svg"]);
  await cache.put(PAGE, page);
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? Response.error();
}
