import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPushReceiver } from "#tests/setup/push-receiver.ts";
import { createSender } from "#worker/delivery/push/sender.ts";
import { createPushKeys, createVapid } from "#worker/delivery/push/vapid.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { Campaign } from "./campaign.ts";
import { hostileEndpoints } from "./hostile-endpoints.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import type { Product } from "./product.ts";
import { tallied } from "./spending.ts";

const { keys } = createPushReceiver(randomBytes);
const SENDING = { text: "{}", ttl: 60, urgency: "high", topic: "t", contact: "mailto:a@b.example" } as const;
/** In ms. */
const PATIENCE = 30_000;
/** Of a push service: the product may ask for it, and the runtime's outbound refuses with a 502, so that it stays. */
const CANARY = "https://fcm.googleapis.com/canary";

export const pushEndpoints: Campaign = {
  name: "push-endpoints",
  what: "hostile push endpoints: none is saved, and none that is already stored is contacted",
  async run({ product, random, small }) {
    const listener = await listen();
    const endpoints = hostileEndpoints(random, listener.port, small ? 60 : 300);
    const [[attacker, victim], other] = await Promise.all([addMembers(product, 2), addMembers(product, 1, { credits: 10 })]);
    const answers = await inParallel(endpoints, 8, async ({ kind, endpoint }) => {
      const body = { endpoint, keys };
      const { status, json } = await product.ask("/api/user.php?push=1", { session: (attacker as Member).session, body });
      const field = json?.error?.fields?.[0]?.field;
      return field === "endpoint" ? "refused" : `${kind}: ${status} ${json?.error?.code} ${endpoint.slice(0, 80)}`;
    });
    const left = await storedAndSent(product, victim as Member, other[0] as Member, [
      ...endpoints.map(({ endpoint }) => endpoint),
      CANARY,
    ]);
    const send = await senderTo(listener.port);
    const outcomes = await inParallel(endpoints, 8, ({ endpoint }) => send(endpoint));
    const direct = listener.contacts();
    // Each leads to the listener's own address.
    const redirected = await inParallel([301, 302, 303, 307, 308], 1, (status) => send(`https://fcm.googleapis.com/${status}`));
    const kinds = new Set(endpoints.map(({ kind }) => kind));
    return {
      counts: {
        endpoints: endpoints.length,
        kinds: kinds.size,
        "at saving": tallied(answers),
        "stored by SQL, then sent to": tallied(outcomes),
        "left in the product's store": left.length,
        "redirects answered": redirected.length,
        contacts: listener.contacts(),
      },
      async problems() {
        const saved = await product.sql("SELECT endpoint FROM push_subscriptions WHERE account_id = ?", (attacker as Member).id);
        return [
          ...answers.filter((answer) => answer !== "refused"),
          ...saved.map((row) => `saved: ${JSON.stringify(row)}`),
          ...left.filter((endpoint) => endpoint !== CANARY).map((endpoint) => `still stored: ${endpoint}`),
          ...(left.includes(CANARY) ? [] : ["the product did not send: the canary is gone"]),
          ...outcomes.filter((outcome) => outcome !== "gone"),
          ...redirected.filter((outcome) => outcome !== "refused"),
          ...(direct === 0 ? [] : [`${direct} contacts of hostile endpoints`]),
          ...listener.stray().map((path) => `contact: ${path}`),
        ];
      },
      async plant() {
        const lax = await senderTo(listener.port, `http://127.0.0.1:${listener.port}`);
        await lax(`http://127.0.0.1:${listener.port}/planted`);
        return "a sender whose own service is the listener";
      },
    };
  },
};

/** All names lead to this listener, as if an attacker ruled the DNS. It answers /301 … /308 with a redirect to itself. */
async function listen() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const status = /^\/(30\d)$/.exec(path)?.[1];
    if (!status) paths.push(path.slice(0, 100));
    response.writeHead(status ? Number(status) : 201, status ? { location: "/redirected" } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { port, contacts: () => paths.length, stray: () => paths };
}

/** The product's sender; every request, whatever its host, goes to the listener. */
async function senderTo(port: number, localService?: string) {
  const vapid = createVapid(await createPushKeys());
  const toListener = (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, init);
  };
  const send = createSender({ fetch: toListener, vapid, otherServices: { local: localService } });
  const shared = { sessionHash: "s", country: "NL", domainId: "liaison", publicKey: vapid.publicKey, ...keys };
  return async (endpoint: string) => (await send({ endpoint, ...shared }, SENDING, Date.now())).is;
}

/** Puts the endpoints into the store by SQL, has a message sent to them, and returns those that are left. */
async function storedAndSent(product: Product, { id, session }: Member, writer: Member, endpoints: string[]): Promise<string[]> {
  const { json } = await product.ask("/api/settings.php");
  const hash = await sha256(session);
  await product.sqlBatch(
    endpoints.map((endpoint) => ({
      sql: "INSERT INTO push_subscriptions (endpoint, account_id, session_hash, domain_id, public_key, p256dh, auth, created_at) VALUES (?, ?, ?, 'liaison', ?, ?, ?, 0)",
      values: [endpoint, id, hash, json.settings.push_public_key, keys.p256dh, keys.auth],
    })),
  );
  const body = { profile: id, text: "hello", client_id: crypto.randomUUID() };
  const { status, text } = await product.ask("/api/chat.php", { session: writer.session, body });
  if (status !== 201) throw new Error(`the message was not sent: ${status} ${text.slice(0, 200)}`);
  const end = Date.now() + PATIENCE;
  for (;;) {
    const rows = await product.sql<{ endpoint: string }>("SELECT endpoint FROM push_subscriptions WHERE account_id = ?", id);
    if (rows.length <= 1 || Date.now() > end) return rows.map(({ endpoint }) => endpoint);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
