import { EVERYONES, functionIn, textsFor } from "#tests/contract/author-forms.ts";
import { formOf, requestOf } from "#tests/contract/call-request.ts";
import { crawl, type Page, type PageForm } from "#tests/contract/forms.ts";
import { ROWS } from "#tests/contract/permission-rows.ts";
import { routes } from "#tests/e2e/routes.ts";
import { AUTHOR, VISITOR } from "#worker/platform/author.ts";
import type { Call } from "#worker/platform/call.ts";
import { isSafe } from "#worker/platform/methods.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { type Browser, createBrowser, listen } from "./browser.ts";
import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import { buy } from "./orders.ts";
import { changesBetween, rowsOf } from "./rows.ts";
import { operation, tallied } from "./spending.ts";

/** As the page of one member does it, or of nobody. */
interface Act {
  author: string;
  what: string;
  /** As the second member, with this author; undefined names none. */
  send(author: string | undefined): Promise<string>;
}

const REFUSED = "409 other_member";
const UNSIGNED = ["like", "sendMessage", "block", "updateProfile", "sendGift"];

export const author: Campaign = {
  name: "author",
  what: "a page of one member is used after another has logged in: each form with and without scripts, each call, the socket",
  async run(tools) {
    const { product, small } = tools;
    const people = await peopleOf(tools);
    const now = createBrowser(product, people.now);
    const pages: { author: string; page: Page }[] = [];
    for (const [kind, member] of Object.entries(small ? { member: people.member } : people.before)) {
      const browser = createBrowser(product, member);
      for (const page of await crawl(browser, people.starts)) pages.push({ author: member?.id ?? VISITOR, page });
      if (pages.length < 20) throw new Error(`${kind}: ${pages.length} pages`);
    }
    const forms = pages.flatMap(({ author, page }) => page.forms.flatMap((form) => formActs(now, author, form)));
    const reads = pages.filter(({ author }) => author !== VISITOR).flatMap(({ author, page }) => readActs(now, author, page));
    const calls = (small ? [people.member.id] : [people.member.id, VISITOR]).flatMap((author) =>
      callActs(now, author, people.partner.id),
    );
    const sockets = await socketsOf(tools, people, now);
    const before = await rowsOf(product);
    const outcomes = await made([...forms, ...reads, ...calls]);
    const count = (acts: Act[]) => acts.length;
    return {
      counts: {
        pages: `${pages.length} of ${small ? 1 : Object.keys(people.before).length} people`,
        "forms, with and without scripts": count(forms),
        "pages and payloads read by scripts": count(reads),
        calls: count(calls),
        answers: tallied(outcomes.map(({ outcome }) => outcome)),
        sockets: tallied(sockets.outcomes),
      },
      async problems() {
        const changes = changesBetween(before, await rowsOf(product));
        return [
          ...outcomes.filter(({ outcome }) => outcome !== REFUSED).map(({ what, outcome }) => `${what}: ${outcome}`),
          ...changes,
          ...sockets.problems,
          ...(count(forms) > (small ? 60 : 600) && count(calls) > 50 ? [] : ["hardly anything was tried"]),
        ];
      },
      async plant() {
        const unsigned = calls.filter(({ what }) => UNSIGNED.includes(what.split(" ")[1] as string));
        for (const act of unsigned) outcomes.push({ what: act.what, outcome: (await act.send(undefined)) && REFUSED });
        return "pages that name nobody";
      },
    };
  },
};

async function made(acts: Act[]) {
  return inParallel(acts, 4, async ({ author, what, send }) => ({ what, outcome: await send(author) }));
}

/** Who had the pages open, who is logged in by now, and what there is to see and to use up. */
async function peopleOf({ product, random }: Tools) {
  const options = { paid: true, credits: 200 };
  const [member, other] = (await addMembers(product, 2, options)) as [Member, Member];
  const [now] = (await addMembers(product, 1, options)) as [Member];
  const [partner] = (await addMembers(product, 1, { ...options, gender: "male" })) as [Member];
  const [unconfirmed] = (await addMembers(product, 1, { confirmed: false })) as [Member];
  for (const one of [member, other]) {
    for (const kind of ["message", "gift"] as const) await operation(product, random, kind, one, partner).send();
    await buy(product, one, { package: "c60" });
  }
  const [{ id: conversation } = { id: "" }] = await product.sql<{ id: string }>("SELECT id FROM conversations LIMIT 1");
  const starts = routes({ member: partner.id, conversation }).map(({ path }) => path);
  return { member, now, partner, starts, before: { visitor: null, unconfirmed, member, other } };
}

/** One form, pressed without scripts and with them. */
function formActs(now: Browser, author: string, form: PageForm): Act[] {
  const { id, name, said } = functionIn(form);
  if (form.method !== "post" || id === "" || EVERYONES.test(name)) return [];
  const what = `${form.key} ${name}`;
  const typed = textsFor(form);
  return [
    {
      ...{ author, what: `without scripts ${what}` },
      async send() {
        const { status, text } = await form.submit(now, typed);
        if (said !== author) return `is of ${said} instead of ${author}`;
        const lost = Object.values(typed).filter((words) => !text.includes(words));
        if (lost.length > 0) return `loses "${lost.join()}"`;
        return text.includes(`You are now logged in as ${now.name}`) ? `${status} other_member` : `${status} in silence`;
      },
    },
    {
      ...{ author, what: `with scripts ${what}` },
      async send(said) {
        // As React writes the one argument of a server function.
        const fields = Object.entries({ ...Object.fromEntries(form.values), ...typed }).filter(
          ([field]) => !field.startsWith("$"),
        );
        const { body, type } = await formOf({
          0: '["$K1"]',
          ...Object.fromEntries(fields.map(([field, value]) => [`_1_${field}`, value])),
        });
        const own = { "rsc-action-id": id, accept: "text/x-component", "content-type": type, ...now.sameOrigin };
        const { status, headers } = await now.request("POST", form.page, body, { ...own, ...(said && { [AUTHOR]: said }) });
        return `${status} ${headers[AUTHOR] === undefined ? "in silence" : "other_member"}`;
      },
    },
  ];
}

/** A page that its script opens or refreshes. */
function readActs(now: Browser, author: string, { path, status }: Page): Act[] {
  if (status !== 200) return [];
  const [address = "", query] = path.split(/[?#]/);
  const payload = `${address === "/" ? "/_" : address}.rsc${query ? `?${query}` : ""}`;
  return [path, payload].map((one) => ({
    ...{ author, what: `reads ${one}` },
    async send(said) {
      const { status, headers } = await now.request("GET", one, undefined, said ? { [AUTHOR]: said } : {});
      return `${status} ${headers[AUTHOR] === undefined ? "in silence" : "other_member"}`;
    },
  }));
}

/** Each call that acts as a member, with an input that it would take. A visitor's page may read, and log in. */
function callActs(now: Browser, author: string, partner: string): Act[] {
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => {
    const { method, access, changesState }: Call = CALLS[name];
    return author !== VISITOR || (access !== "anyone" && (!isSafe(method) || changesState));
  });
  const scene = { anna: { id: partner, email: "nobody@example.org" }, conversation: "0".repeat(20), photo: "none" };
  return names.map((name) => ({
    ...{ author, what: `calls ${name}` },
    async send(said) {
      const input = name === "block" ? { profile: partner } : ROWS[name]?.input({ ...scene, unique: `x${name}` } as never);
      const { method, path, body, headers } = await requestOf(name, input ?? {});
      const { status, text } = await now.request(method, path, body, { ...headers, ...(said && { [AUTHOR]: said }) });
      return `${status} ${text.startsWith("{") ? (JSON.parse(text).error?.code ?? "") : ""}`;
    },
  }));
}

type People = Awaited<ReturnType<typeof peopleOf>>;

/** A socket of the first page is not opened any more; one that is open hears nothing of the second member. */
async function socketsOf({ product, random }: Tools, { member, now, partner }: People, browser: Browser) {
  const sockets = await Promise.all([
    listen(product, member, member.id),
    listen(product, now, now.id),
    listen(product, now, member.id),
    listen(product, now, VISITOR),
  ]);
  const [first, own, wrong, nobodys] = sockets;
  await operation(product, random, "message", partner, now).send();
  await own.heard("message");
  const text = JSON.stringify(first.frames);
  const outcomes = [
    `first page ${first.state}`,
    `own ${own.state}`,
    `of the other ${wrong.state}`,
    `a visitor's ${nobodys.state}`,
  ];
  for (const socket of sockets) socket.close();
  return {
    outcomes,
    problems: [
      ...(String(sockets.map(({ state }) => state)) === "open,open,refused,refused" ? [] : outcomes),
      ...(/"message"/.test(text) ? [`${browser.name}'s message reached the page of another`] : []),
    ],
  };
}
