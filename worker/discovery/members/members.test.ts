import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import type { CallOutput } from "#worker/server/calls.ts";

let ann: string;
let bea: string;
let session: string;

interface Answer<T> {
  status: number;
  body: T & { error: { code: string; message: string; fields?: { field: string; code: string }[] } };
}

async function get<T>(path: string, token: string | null = session, host = "localhost"): Promise<Answer<T>> {
  const headers: Record<string, string> = token ? { cookie: `session=${token}` } : {};
  const answer = await exports.default.fetch(new Request(`http://${host}${path}`, { headers }));
  return { status: answer.status, body: (await answer.json()) as Answer<T>["body"] };
}
const search = (query: string, token?: string | null, host?: string) =>
  get<CallOutput<"members">>(`/api/members.php?${query}`, token, host);
const open = (id: string, token?: string | null) => get<CallOutput<"member">>(`/api/member.php?id=${id}`, token);

async function set(id: string, column: string, value: string | number | null): Promise<void> {
  await env.DB.prepare(`UPDATE profiles SET ${column} = ? WHERE id = ?`).bind(value, id).run();
}
async function block(blocker: string, blocked: string): Promise<void> {
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(blocker, blocked).run();
}
async function like(liker: string, liked: string): Promise<void> {
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?)")
    .bind(liker, liked, Date.now())
    .run();
}
async function addPhotos(id: string, photos: [key: string, status: string, visibility: string][]): Promise<void> {
  const statement = env.DB.prepare(
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?1, ?3, ?4, ?5, 0)",
  );
  await env.DB.batch(photos.map(([key, status, visibility], position) => statement.bind(key, id, position, status, visibility)));
}

/** Filters and orders are asked here; who looks for whom in two-way.test.ts. */
async function seeEverybody(id: string): Promise<void> {
  const insert = `INSERT INTO preferences (account_id, wishes, updated_at) VALUES (?, '{"everybody":true}', 0)`;
  await env.DB.prepare(insert).bind(id).run();
}

beforeAll(async () => {
  ann = await addMember({ name: "Ann" });
  bea = await addMember({ name: "Bea" });
  session = await logIn(ann);
  await set(ann, "looking_for", "female");
  await seeEverybody(ann);
});

test("a search defaults to the gender that the viewer looks for, in the viewer's country, without the viewer", async () => {
  const { body } = await search("");
  expect(body.filter).toEqual({ gender: "female", country: "NL" });
  expect(body.results.map(({ name }) => name)).toEqual(["Bea"]);
  expect(body).toMatchObject({ numResults: 1, pageNumber: 1, cursor: null, emptied_by: [] });
  expect((await search("", null)).body.numResults).toBe(2);
});

test("a visitor does not learn who is online; a fictional profile never is", async () => {
  const online = async (token?: string | null) => (await search("", token)).body.results.find(({ id }) => id === bea)?.online;
  expect(await online()).toBe(true);
  expect(await online(null)).toBe(false);
  // A fictional profile stays one: this one is hidden from the other tests afterwards.
  const made = await addMember({ name: "Made" });
  await set(made, "fictional", 1);
  const found = (await search("")).body.results.find(({ id }) => id === made);
  expect(found).toMatchObject({ fictional: true, online: false });
  await set(made, "status", "hidden");
});

test("a visitor searches only where the domain lets visitors", async () => {
  const edit = async (settings: string) => {
    await env.DB.prepare(
      `UPDATE domains SET settings = json_patch(settings, '${settings}') WHERE id = (SELECT domain_id FROM hosts WHERE host = '127.0.0.1')`,
    ).run();
    // The isolate caches hosts: a new host forces a read.
    const host = `h${Math.random().toString(36).slice(2)}.example`;
    await env.DB.prepare("INSERT INTO hosts SELECT ?, domain_id FROM hosts WHERE host = '127.0.0.1'").bind(host).run();
    return host;
  };
  const closed = await edit('{"settings": {"logged_out_search": false}}');
  expect((await search("", null, closed)).body.error.code).toBe("authentication_required");
  expect((await get(`/api/member.php?id=${bea}`, null, closed)).status).toBe(403);

  const invited = await edit('{"traffic_sources": ["friends"], "settings": {"logged_out_search_trafficsource": true}}');
  expect((await search("network=strangers", null, invited)).status).toBe(403);
  expect((await search("network=friends", null, invited)).status).toBe(403);
  const link = async (domain: string) =>
    String(new URLSearchParams(await signedSource(env.PASSWORD_PEPPER, { domain, network: "friends" })));
  const signed = await link("liaison");
  expect((await search(await link("velvet"), null, invited)).status).toBe(403);
  expect((await search(signed, null, invited)).status).toBe(200);
  expect((await get(`/api/member.php?id=${bea}&network=friends`, null, invited)).status).toBe(403);
  expect((await get(`/api/member.php?id=${bea}&${signed}`, null, invited)).status).toBe(200);
  await edit('{"settings": {"logged_out_search": true, "logged_out_search_trafficsource": false}}');
});

test("a filter that the domain does not search by, or does not know, is refused with its name", async () => {
  const fields = async (query: string) => (await search(query)).body.error?.fields?.map(({ field, code }) => `${field} ${code}`);
  expect(await fields("tattoos=few")).toEqual(["tattoos unknown_field"]);
  expect(await fields("shoe_size=9")).toEqual(["shoe_size unknown_field"]);
  expect(await fields("hair=green")).toEqual(["hair unknown_option"]);
  expect(await fields("country=JP")).toEqual(["country unknown_option"]);
  expect(await fields("country=constructor&countryregion=x")).toEqual(["country unknown_option"]);
  expect(await fields("country=NL&countryregion=DE-BY")).toEqual(["countryregion unknown_option"]);
  expect(await fields("min_age=17")).toEqual(["min_age out_of_range"]);
  expect(await fields("hair=&country=&min_age=")).toBeUndefined();
});

test("ages count to the day, may come in the wrong order, and limit nothing at the ends of the scale", async () => {
  const today = new Date();
  const birthday = (years: number, days = 0) =>
    new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days)).toISOString().slice(0, 10);
  const names = async (query: string) => (await search(query)).body.results.map(({ name }) => name);
  await set(bea, "birth_date", birthday(30));
  expect(await names("min_age=30&max_age=30")).toEqual(["Bea"]);
  expect(await names("min_age=31")).toEqual([]);
  await set(bea, "birth_date", birthday(30, 1));
  expect(await names("min_age=30")).toEqual([]);
  expect(await names("min_age=35&max_age=29")).toEqual(["Bea"]);
  expect((await search("min_age=35&max_age=29")).body.filter).toMatchObject({ min_age: 29, max_age: 35 });
  expect((await search("min_age=18&max_age=99")).body.filter).toEqual({ gender: "female", country: "NL" });
});

test("an empty result says which filter empties it", async () => {
  await set(bea, "hair", "red");
  const emptied = async (query: string) => (await search(query)).body.emptied_by;
  expect(await emptied("hair=black")).toEqual(["hair"]);
  expect(await emptied("hair=black&max_age=20")).toEqual([]);
  expect(await emptied("hair=red&country=DE")).toEqual(["country"]);
  expect(await emptied("hair=red&country=NL&countryregion=NL-NH")).toEqual(["countryregion", "country"]);
  expect(await emptied("hair=red")).toEqual([]);
});

test("pages follow each other by cursor; one that was altered, or belongs to another search, is refused", async () => {
  for (let i = 0; i < 50; i++) await set(await addMember(), "country", "BE");
  const seen: string[] = [];
  let cursor: string | null = "";
  let page = 0;
  while (cursor !== null) {
    const { body }: Answer<CallOutput<"members">> = await search(`country=BE&sort=newest&cursor=${cursor}`);
    expect(body).toMatchObject({ numResults: 50, pageNumber: ++page });
    seen.push(...body.results.map(({ id }) => id));
    cursor = body.cursor;
  }
  expect(page).toBe(3);
  expect(new Set(seen).size).toBe(50);

  const good = (await search("country=BE")).body.cursor as string;
  const bad = [
    good.slice(0, -3),
    `${good.slice(0, 10)}${good[10] === "A" ? "B" : "A"}${good.slice(11)}`,
    "!",
    "eyJhIjoxfQ",
    btoa("[2,50,1,1]"),
  ];
  for (const one of bad)
    expect((await search(`country=BE&cursor=${one}`)).body.error.fields?.[0]).toMatchObject({
      field: "cursor",
      code: "bad_cursor",
    });
  for (const query of ["country=BE&sort=newest", "country=NL", "country=BE&min_age=20"]) {
    expect((await search(`${query}&cursor=${good}`)).status).toBe(422);
  }
});

test("members of another pool, hidden, deleted, unconfirmed and unknown ones are not found, one's own profile always is", async () => {
  const hidden = await addMember();
  await set(hidden, "status", "hidden");
  const strangers = [await addMember({ pool: "elsewhere" }), await addMember({ status: "not_confirmed" }), hidden, "nobody"];
  for (const id of strangers) expect((await open(id)).status).toBe(404);
  for (const id of strangers) expect((await open(id, null)).status).toBe(404);
  const fresh = await addMember({ status: "not_confirmed" });
  expect((await open(fresh, await logIn(fresh))).body).toMatchObject({
    profile: { id: fresh, status: "disabled" },
    relation: null,
  });
});

test("a profile that blocked the viewer is refused as such, a blocked one is not found; neither is in a search", async () => {
  const cruel = await addMember({ name: "Cruel" });
  const unwanted = await addMember({ name: "Unwanted" });
  await block(cruel, ann);
  await block(ann, unwanted);
  const refused = await open(cruel);
  expect(refused.status).toBe(403);
  expect(refused.body.error).toMatchObject({
    code: "blocked",
    message: "You're blocked by Cruel. You do not have access to this page.",
  });
  expect((await open(unwanted)).status).toBe(404);
  const names = (await search("")).body.results.map(({ name }) => name);
  expect(names).toEqual(["Bea"]);
  expect((await search("")).body.numResults).toBe(1);
});

test("a member hidden from visitors is found and opened by members only", async () => {
  const visitors = async () => {
    const { body } = await search("gender=female", null);
    return { names: body.results.map(({ name }) => name), count: body.numResults };
  };
  const before = await visitors();
  expect(before.names).toContain("Bea");
  await set(bea, "shown_to_visitors", 0);
  expect(await visitors()).toEqual({ names: before.names.filter((name) => name !== "Bea"), count: before.count - 1 });
  expect((await open(bea, null)).status).toBe(404);
  expect((await open(bea)).body.profile.name).toBe("Bea");
  expect((await search("gender=female")).body.results.map(({ name }) => name)).toContain("Bea");
  await set(bea, "shown_to_visitors", 1);
  expect(await visitors()).toEqual(before);
});

test("visitors, free members and premium members see their number of photos", async () => {
  const cara = await addMember({ name: "Cara" });
  await addPhotos(cara, [
    ["c1", "active", "public"],
    ["c2", "active", "public"],
    ["c3", "active", "public"],
    ["c4", "active", "public"],
    ["c5", "active", "public"],
    ["c6", "inspection", "public"],
    ["c7", "rejected", "public"],
    ["c8", "active", "private"],
  ]);
  await set(cara, "main_photo", "c3");
  const view = async (token: string | null) => {
    const { profile } = (await open(cara, token)).body;
    return { keys: profile.photos.map(({ filename }) => filename.split(".")[0]), locked: profile.locked_photos };
  };
  expect(await view(null)).toEqual({ keys: ["c3"], locked: 4 });
  expect(await view(session)).toEqual({ keys: ["c3", "c1", "c2"], locked: 2 });
  expect(await view(await logIn(await addMember({ paid: true })))).toEqual({ keys: ["c3", "c1", "c2", "c4", "c5"], locked: 0 });
  expect(await view(await logIn(cara))).toEqual({ keys: ["c3", "c1", "c2", "c4", "c5", "c6", "c8"], locked: 0 });
});

test("attributes that the domain does not show stay with their owner", async () => {
  await set(bea, "tattoos", "many");
  await env.DB.prepare(
    "UPDATE domains SET settings = json_set(settings, '$.settings.visible_profile_fields', json('[\"hair\"]'))",
  ).run();
  const host = "shows-hair.localhost";
  await env.DB.prepare("INSERT INTO hosts SELECT ?, domain_id FROM hosts WHERE host = 'localhost'").bind(host).run();
  const own = await logIn(bea);
  const tattoos = async (token: string) =>
    (await get<CallOutput<"member">>(`/api/member.php?id=${bea}`, token, host)).body.profile.tattoos;
  expect(await tattoos(session)).toBeNull();
  expect(await tattoos(own)).toBe("many");
});

test("opening a profile makes its like an old one, and says how the two stand", async () => {
  const dora = await addMember({ name: "Dora" });
  await like(dora, ann);
  await like(bea, ann);
  const news = async () =>
    (await env.DB.prepare("SELECT new_likes FROM accounts WHERE id = ?").bind(ann).first<number>("new_likes")) as number;
  expect(await news()).toBe(2);
  expect((await open(dora)).body.relation).toEqual({
    liked: false,
    likes_me: true,
    match: false,
    conversation: null,
    part: null,
    liked_part: null,
    photo_access: null,
  });
  expect(await news()).toBe(1);
  await open(dora);
  await open(await addMember());
  expect(await news()).toBe(1);
  await like(ann, dora);
  expect((await open(dora)).body.relation).toMatchObject({ liked: true, likes_me: true, match: true });
});

test("searches that find nobody are limited: by member, and by network where nobody is logged in", async () => {
  const member = await addMember();
  await seeEverybody(member);
  const eve = await logIn(member);
  const status = async (query: string, token: string | null) => (await search(`gender=female&${query}`, token)).status;
  for (const token of [eve, null]) {
    // A search with results, or by place alone, does not use up the limit: all forty others are answered after these.
    for (let i = 0; i < 3; i++) expect(await status("hair=red", token)).toBe(200);
    expect((await search("gender=female&hair=red", token)).body.results).not.toEqual([]);
    for (let i = 0; i < 3; i++) expect(await status("country=FR", token)).toBe(200);
    const answers = [];
    for (let i = 0; i < 42; i++) answers.push(await status("hair=grey", token));
    expect(answers).toEqual([...Array(40).fill(200), 429, 429]);
    expect(await status("hair=red", token)).toBe(429);
    expect(await status("", token)).toBe(200);
  }
  expect(await status("hair=grey", session)).toBe(200);
});
