// The service worker: a page for when there is no connection. A browser needs one to subscribe to push messages, too.
// The page is kept in the language and of the build that the address names: /sw-push.js?language=nl&build=…
const CACHE = `offline${self.location.search}`;
const PAGE = "/offline";
/** Pictures shared from another app wait here for the page of the own photos: see add-photos.client.tsx. */
const SHARED = "/shared-photo";
const MOST_SHARED = 25;

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE && name !== SHARED).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "POST" && new URL(request.url).pathname === SHARED) event.respondWith(takeShared(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (/^\/(assets|icons\.svg|offline-chats\.js)/.test(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** Nothing is sent: the member places each picture first. */
async function takeShared(request) {
  const form = await request.formData().catch(() => new FormData());
  const cache = await caches.open(SHARED);
  const files = form.getAll("photos").filter((one) => one instanceof File).slice(0, MOST_SHARED);
  await Promise.all(files.map((file, index) => cache.put(`${SHARED}/${index}`, new Response(file, { headers: { "file-name": encodeURIComponent(file.name), "shared-at": String(Date.now()) } })))).catch(() => {});
  return Response.redirect("/profile", 303);
}

/** The offline page with its style sheet, fonts and script. */
async function keep() {
  const page = await fetch(PAGE, { credentials: "same-origin" });
  if (!page.ok) throw new Error(`${PAGE}: ${page.status}`);
  const html = await page.clone().text();
  const styles = [...html.matchAll(/<link[^>]*href="(\/assets\/[^"]+\.(?:css|woff2))"/g)].map(([, href]) => href);
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set(styles), "/icons.svg", "/offline-chats.js"]);
  await cache.put(PAGE, page);
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? Response.error();
}

self.addEventListener("push", (event) => {
  const message = readPush(event.data);
  event.waitUntil(message.kind === "close" ? close(message) : show(message));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url ?? "/notifications", self.location.origin)));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

function readPush(data) {
  try {
    return data.json();
  } catch {
    return { kind: "show", tag: "digest", title: "1", url: "/notifications" };
  }
}

/** A repeated tag replaces the notification; it alerts again only after a minute. */
async function show({ title, tag, icon, lang, url, at, count }) {
  const [shown] = await self.registration.getNotifications({ tag });
  const renotify = !shown || at - (shown.data?.at ?? 0) > 60_000;
  await self.registration.showNotification(title, { tag, icon, lang, renotify, data: { url, at } });
  await Promise.all([badge(count), tell({ type: "push", tag, url, at })]);
}

async function close({ tag, count, at }) {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
  await Promise.all([badge(count), tell({ type: "push", tag, at })]);
}

async function badge(count) {
  if (count === undefined || !("setAppBadge" in self.navigator)) return;
  await self.navigator.setAppBadge(count).catch(() => {});
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) client.postMessage(message);
}

/** In the page that shows it, else in any page of the site, else in a new one. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find((one) => new URL(one.url).pathname === url.pathname) ?? pages.find((one) => one.focused) ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  const focused = await page.focus().catch(() => page);
  if (new URL(focused.url).pathname !== url.pathname) await focused.navigate(url);
}

/** The server replaces the old endpoint if it is of the same account. */
async function renew({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const next = newSubscription ?? (key ? await self.registration.pushManager.subscribe(options) : null);
  if (!next) return;
  const { endpoint, expirationTime, keys } = next.toJSON();
  const body = JSON.stringify({ endpoint, expirationTime, keys, ...(oldSubscription && { replaces: oldSubscription.endpoint }) });
  await fetch("/api/user.php?push=1", {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body,
  });
}
