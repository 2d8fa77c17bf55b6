import { globSync, readFileSync } from "node:fs";
import { createElement as h, type ReactElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server.edge";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { logOut } from "#app/features/accounts/sessions/sessions.actions.ts";
import { ReportItem, ReportMenu } from "#app/features/backoffice/reports/report-menu.tsx";
import { blockMember } from "#app/features/discovery/blocks/blocks.actions.ts";
import { likeMember, unlikeMember } from "#app/features/discovery/likes/likes.actions.ts";
import { PhotoHeart } from "#app/features/discovery/members/like-part.tsx";
import { MemberCard, type MemberCardProps, memberItem } from "#app/features/discovery/members/member-card.tsx";
import { MemberGrid, type MemberGridProps } from "#app/features/discovery/members/member-grid.tsx";
import { ProfileMenu } from "#app/features/discovery/members/profile-menu.tsx";
import { Caption, MemberActions, MemberOpeners } from "#app/features/discovery/members/profile-parts.tsx";
import { ProfileView } from "#app/features/discovery/members/profile-view.tsx";
import { SearchRow } from "#app/features/discovery/members/shortcuts.tsx";
import { Answer, Shot } from "#app/features/discovery/members/story-parts.tsx";
import { passMember } from "#app/features/discovery/swipe/swipe.actions.ts";
import { NewMatches } from "#app/features/messaging/chat/new-matches.tsx";
import { AccountEntry, AccountMenu, MemberNavigation } from "#app/layouts/top-navigation.tsx";
import { keptMark } from "#app/request/kept.ts";
import { ServerComponent as Members } from "#app/routes/discovery/members/members.tsx";
import { AVAILABLE, translator } from "#locales/index.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { write } from "./flight.ts";
import { type Known, know, type Reference } from "./references.ts";
import { resolve } from "./resolve.ts";
import type { From, Made, Part } from "./template.ts";
import { translate } from "./translate.ts";

type Member = { id: string; name: string; word: string; address: string; tint: string; initial: string; count: number };
type Make = (member: Member) => ReactNode | Promise<ReactNode>;

// Signs of HTML, JSON, payloads, replacements, places in templates and scripts that run from right to left.
const ANNA = {
  id: "a'\"<1>&",
  name: "Anna <b>\"&amp;' $& \0\u0030\0 \\",
  word: "$1 </script> \u2028",
  address: '/a?b="1"&c=<2>',
  tint: "tint1",
  initial: "<",
  count: 1,
};
const BEN: Member = {
  id: "$b",
  name: "$בן \u202eبن\u202c 0",
  word: "\0\0\u0031 {{name}}",
  address: "$/b'",
  tint: "tint2",
  initial: "$",
  count: 2,
};

const searchOf = ({ name, count }: Member) => {
  const filter = { gender: "female", country: "NL", countryregion: "NL-NH", ...(count > 1 && { hair: "red" }) };
  const answer = { filter, results: [], saved: [{ current: false, new_members: count }], emptied_by: [], pageNumber: 1 };
  const regions = [{ code: "NL-NH", name }];
  return { search: { answer, sort: "newest", network: name, sig: null, ignored: [] } as never, regions };
};
const badges = { online: true, fictional: true, verified: true, checked: true, fresh: true } as const;
const likable = ({ id, address }: Member) => ({ menu: `menu-${id}`, report: address, profile: id, part: address });
const cardOf = ({ name, word, address, count }: Member) => ({ href: address, anchor: word, name, age: count, place: word });
const MemberList = (member: MemberCardProps) => {
  const items = ["a", "b"].map((key) => memberItem(key, member));
  return h(MemberGrid, { label: "label" } as MemberGridProps, items);
};
const photoOf = (member: Member) => ({
  ...{ ...likable(member), id: member.id, src: member.address, alt: member.name, preview: member.word },
  ...{ tint: member.tint, initial: member.initial, inspected: true, chosen: true },
});

/** Every component with texts, by its file. Each member's elements are those that the product makes. */
const PARTS: Record<string, { names: string; made: Make[] }> = {
  "app/features/messaging/chat/new-matches.tsx": {
    names: "Match",
    made: [{ thumb_filename: true }, null].map((image) => ({ id, name, address }: Member) => {
      const main_image = image && { thumb_filename: address };
      return h(NewMatches, { matches: [{ id, name, main_image, online: true, fictional: true }] as never });
    }),
  },
  "app/features/discovery/members/like-part.tsx": {
    names: "PhotoHeart",
    made: [true, false].map(
      (liked) =>
        ({ id, word }: Member) =>
          h(PhotoHeart, { profile: id, part: word, liked }),
    ),
  },
  "app/features/discovery/members/member-card.tsx": {
    names: "KeptCard KeptItem",
    made: [MemberCard, MemberList].flatMap((Card) => [
      (member: Member) => h(Card, { ...cardOf(member), none: "none", fictional: "fictional" }),
      (member: Member) => {
        const photo = { src: member.address, srcSet: `${member.address} 240w`, preview: member.word };
        return h(Card, { ...cardOf(member), photo, distance: member.word, verified: "verified", online: "online" });
      },
      (member: Member) => h(Card, { ...cardOf(member), photo: { src: member.address }, eager: true }),
    ]),
  },
  "app/features/discovery/members/profile-menu.tsx": {
    names: "Trigger MemberItems",
    made: [({ id, name, word, address }) => h(ProfileMenu, { id, name, title: word, open: false, member: true, photo: address })],
  },
  "app/features/discovery/members/profile-parts.tsx": {
    names: "Caption MemberActions KeptOpeners",
    made: [
      ...(["match", "you"] as const).map((likes) => ({ name, count, word }: Member) => {
        return h(Caption, { ...badges, name, age: String(count), place: word, likes });
      }),
      ...[true, false].map((liked) => ({ id, address }: Member) => {
        return h(MemberActions, { id, back: address, liked, likesMe: true });
      }),
      ({ id, name }) => h(MemberOpeners, { id, name, first: true }),
    ],
  },
  "app/features/discovery/members/profile-view.tsx": {
    names: "Back FactChip More",
    made: [
      ({ name, word, address, initial }) => {
        const fact = { label: name, value: word, interest: initial as never };
        const facts = { items: [fact, { ...fact, interest: undefined, shared: true }], more: { hair: fact, eyes: fact } };
        const back = { href: address, label: word };
        return h(ProfileView, { name, caption: null, label: word, photos: [], prompts: [], facts, actions: null, back });
      },
    ],
  },
  "app/features/discovery/members/shortcuts.tsx": { names: "Row", made: [(member) => h(SearchRow as never, searchOf(member))] },
  "app/features/discovery/members/story-parts.tsx": {
    names: "ShotPhoto Prompt",
    made: [
      (member) => h(Shot, photoOf(member)),
      (member) => h(Answer, { ...likable(member), question: member.word, answer: member.name }),
    ],
  },
  "app/features/backoffice/reports/report-menu.tsx": {
    names: "KeptMenu ReportItem",
    made: [
      ({ id, name }) => h(ReportMenu, { kind: "photo", object: id, of: name }),
      ({ address }) => h(ReportItem, { kind: "profile", href: address }),
    ],
  },
  "app/layouts/top-navigation.tsx": {
    names: "AccountEntry AccountTrigger AccountMenu",
    made: [
      ({ tint, initial }) => h(AccountEntry, { tint, initial, current: true }),
      ({ tint, address }) => h(MemberNavigation, { face: { tint, src: address } } as never),
      ({ name, word, initial }) => h(AccountMenu, { name, credits: word, language: initial }),
    ],
  },
  "app/routes/discovery/members/members.tsx": {
    names: "Header",
    made: [
      async ({ word }) => {
        const page = (await Members({ loaderData: searchOf(ANNA) })) as ReactElement<{ children: ReactElement<object>[] }>;
        const header = page.props.children.find(({ type }) => keptMark(type as object)) ?? expect.unreachable("no header");
        return h(header.type, { intro: word });
      },
    ],
  },
};

const known: Known = new WeakMap();
const ACTIONS = { blockMember, likeMember, logOut, passMember, unlikeMember };

// The build makes references of server functions. React's development build misses keys in the elements that `resolve` copies.
beforeAll(() => {
  vi.spyOn(console, "error").mockReturnValue();
  for (const [name, action] of Object.entries(ACTIONS)) {
    const reference = Object.assign(action, { $$typeof: Symbol.for("react.server.reference"), $$id: name }) as never as Reference;
    const value = Object.assign(() => null, { $$FORM_ACTION: () => ({ name, method: "POST", data: null }) });
    know(known, { reference, value, component: null, row: `{"id":"${name}","bound":null}` });
  }
});

afterAll(() => {
  vi.restoreAllMocks();
  for (const action of Object.values(ACTIONS) as Partial<Reference>[]) {
    delete action.$$typeof;
    delete action.$$id;
  }
});

const settings = { name: "Liaison", cdn_prefix: "/media/", countries: ["NL"] };
const domain = { id: "kept", assets: {}, features: { gifts: true } };

test.each(AVAILABLE)("kept parts of two members in turn are what they are without being kept: %s", async (language) => {
  const t = await translator(language);
  const request = { domain, settings, language, t, form: null, memberId: async () => "me" } as never as Edge;
  const innerHtml = (children: unknown) => renderToString(children as ReactNode);
  for (const [file, { names, made }] of Object.entries(PARTS)) {
    const stores = new Set<Made>();
    for (const make of made) {
      const shared: Made[][] = [];
      for (const member of [ANNA, BEN, ANNA]) {
        const show = { known, hydrated: true, innerHtml, complete: true, preloads: new Set<string>() };
        const [kept, plain] = await withEdge(request, async () => {
          const node = h("main", null, await make(member));
          return [await resolve(node, new Set(), show), translate(await resolve(node, new Set()), known)] as ReactNode[];
        });
        // React writes what it hoists first.
        expect([...show.preloads].join("") + renderToString(kept), file).toBe(renderToString(plain));
        for (const slim of [false, true]) expect(write({ kept }, known, slim), file).toBe(write({ kept: plain }, known, slim));
        shared.push(storesIn(kept));
      }
      // With other texts the same is kept: none of them is in it.
      const all = new Set(shared.flat());
      expect(all.size, file).toBeGreaterThan(0);
      expect(all.size, file).toBe(new Set(shared[0]).size);
      for (const store of all) if (store.template) stores.add(store);
    }
    expect(stores.size, file).toBeGreaterThanOrEqual(names.split(" ").length);
  }
});

function storesIn(node: unknown): Made[] {
  if (Array.isArray(node)) return node.flatMap(storesIn);
  const { from, plain, props } = (node ?? {}) as { from?: From; plain?: Part; props?: { children?: unknown } };
  if (from) return [from.made];
  if (plain) return storesIn(plain);
  return props ? storesIn(props.children) : [];
}

test("no component with texts is forgotten here", () => {
  const found = globSync("app/**/*.tsx").flatMap((file) => {
    const calls = readFileSync(file, "utf8").matchAll(/const (\w+) = kept[<(].*?;\n(?=\n|$)/gs);
    const names = [...calls].filter(([text]) => /[\]\w],?\s*\);\n$/.test(text)).map(([, name]) => name);
    return names.length > 0 ? [[file, names.join(" ")]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(PARTS).map(([file, { names }]) => [file, names])));
});
