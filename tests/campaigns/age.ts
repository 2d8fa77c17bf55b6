import type { Extension } from "@peculiar/x509";
import { type OpenidDouble, startOpenidDouble } from "#tests/providers/openid-double.ts";
import { BOMBS, FORGERIES } from "#tests/setup/age-forgeries.ts";
import { AUTHORITY, type Certified, certified, DAY, forged, NOW, proof, purposeOf, SIGNER } from "#tests/setup/age-proofs.ts";
import { openidTranscript } from "#worker/accounts/age/eu/transcript.ts";
import { LOCAL_LIST } from "#worker/accounts/age/local-list.ts";
import type { Attestation } from "#worker/server/dev/wallet/attestation.ts";
import { type Attack, OVER, outcomeOf, PROOF, UNDER } from "./age-attack.ts";
import { costOf } from "./age-cost.ts";
import { OIDC, oidcAttacks, SAYS_UNDER } from "./age-oidc.ts";
import { type Asked, begun, post, tokenOf } from "./age-wallet.ts";
import type { Campaign } from "./campaign.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import type { Product } from "./product.ts";
import { tallied } from "./spending.ts";

const WIDTH = 8;

let provider: OpenidDouble;

/** Forged, stolen and misdirected answers of wallets, providers and browsers. */
export const age: Campaign = {
  name: "age",
  what: "forged, stolen, replayed and oversized proofs of age and answers of a provider, 50 answers to one nonce, and what a stranger reads",
  domains: (files) =>
    files.map((file) => {
      const rule = { when: "before_contact" as const, methods: ["eu" as const, "oidc" as const], existing: null };
      const age_oidc = { ...OIDC, value: true, under: SAYS_UNDER };
      return file.hosts.includes("localhost")
        ? { ...file, settings: { ...file.settings, age_proof: { "*": rule }, age_oidc } }
        : file;
    }),
  async vars() {
    const secret = "campaign-secret";
    provider = await startOpenidDouble({ client: OIDC.client_id, secret, clock: () => NOW });
    return { ID_SERVICE: provider.origin, AGE_OIDC_LIAISON: secret };
  },
  async run(tools) {
    const { product, small } = tools;
    await product.clock(NOW);
    await product.limits(false);
    const list = await attacksOf(product);
    const times = small ? 1 : 20;
    const all = Array.from({ length: times }, () => list).flat();
    const ran = async ({ name, expected, run }: Attack) => ({ name, expected, ...(await run()) });
    const outcomes = await inParallel(all, WIDTH, ran);
    provider.named(product.origin("id.localhost"));
    const ofProvider = Array.from({ length: times }, () => oidcAttacks(product, provider)).flat();
    // One after the other: they change what the one provider answers.
    outcomes.push(...(await inParallel(ofProvider, 1, ran)));
    const crowd = await crowdOf(product, small ? 2 : 10);
    const strangers = await strangersOf(product, small ? 20 : 200);
    const cost = await costOf(product, small ? 40 : 400);
    return {
      counts: {
        attacks: `${all.length} in ${list.length} ways, and ${Math.floor(ofProvider.length / 2)} by OpenID Connect, each with its control`,
        "what the account heard": tallied(outcomes.map(({ outcome }) => outcome)),
        "50 answers to one nonce": crowd.counts,
        "what strangers read": strangers.counts,
        "processor for a verification": cost,
      },
      async problems() {
        const rows = await product.sql<{ id: string; proofs: string; decisions: number }>(
          `SELECT a.id, a.age_proofs AS proofs, (SELECT count(*) FROM decisions d WHERE d.member_id = a.id) AS decisions FROM accounts a`,
        );
        const found = new Map(rows.map((row) => [row.id, row]));
        const wrong = outcomes.filter(({ member, expected, outcome }) => {
          const row = found.get(member.id);
          const isProved = row?.proofs !== "{}";
          return !expected.test(outcome) || isProved !== expected.test(OVER) || row?.decisions !== Number(expected.test(UNDER));
        });
        return [
          ...wrong.map(({ name, outcome, member }) => `${name}: ${outcome} ${found.get(member.id)?.proofs}`),
          ...crowd.problems,
          ...strangers.problems,
        ];
      },
      async plant() {
        const victim = outcomes.find(({ expected }) => !expected.test(OVER))?.member.id;
        await product.sql(`UPDATE accounts SET age_proofs = '{"eu":{"day":"2026-11-29","until":null}}' WHERE id = ?`, victim);
        return "a proof on the account of a refused answer";
      },
      end: () => provider.close(),
    };
  },
};

async function attacksOf(product: Product): Promise<Attack[]> {
  const member = async () => (await addMembers(product, 1))[0] as Member;
  const answered = async (make: (asked: Asked) => Promise<Uint8Array>) => {
    const asked = await begun(product, await member());
    const { status } = await post(product, asked.state, tokenOf(await make(asked)));
    // Too long to be read: the request goes on waiting.
    return { member: asked.member, outcome: status === 200 ? await outcomeOf(product, asked.member) : "refused" };
  };
  const attack = (name: string, expected: RegExp, make: (asked: Asked) => Promise<Uint8Array>): Attack => ({
    ...{ name, expected },
    run: () => answered(make),
  });
  const living = (change: Partial<Attestation>) => (asked: Asked) => proof(asked.transcript, change);
  const listed = await certified({ name: "Listed root", extensions: AUTHORITY });
  await product.keep("age-list", { list: { ...LOCAL_LIST, anchors: [...LOCAL_LIST.anchors, listed.anchor] } });
  const root = await certified({ name: "Another root", extensions: AUTHORITY });
  const issuers = {
    "chain to another root": (await certified({ by: root })).issuer,
    "wrong purpose": (await certified({ by: root, extensions: [...SIGNER.slice(0, 1), purposeOf("1.3.6.1.5.5.7.3.1")] })).issuer,
    "self-signed": (await certified({})).issuer,
    "in the name of the listed authority": (await certified({ name: "Test wallet CA" })).issuer,
    ...(await misused(listed)),
  };
  return [
    ...FORGERIES.map(([name, change, said]) =>
      attack(name, new RegExp(`^(${said.split(":")[0]}${name.includes("60,000") ? "|refused" : ""})$`), async ({ transcript }) =>
        forged(await proof(transcript), change),
      ),
    ),
    ...BOMBS.map(([name, bomb]) => attack(`a bomb ${name}`, /^(invalid|refused)$/, async () => bomb)),
    attack("a megabyte", /^refused$/, async () => new Uint8Array(750_000)),
    attack("expired", /^expired$/, living({ validUntil: NOW - DAY })),
    attack("not yet valid", /^not_yet_valid$/, living({ validFrom: NOW + DAY })),
    ...Object.entries(issuers).map(([name, issuer]) => attack(name, /^(unknown_issuer|invalid)$/, living({ issuer }))),
    ...Object.entries(await signersOf(listed)).map(([name, issuer]) => attack(name, /^over$/, living({ issuer }))),
    attack("another origin", /^wrong_device$/, async () => {
      const uri = "https://other.example/api/age-answer.php";
      return proof((await openidTranscript(`redirect_uri:${uri}`, "nonce", uri)) as unknown[]);
    }),
    attack("another session's proof", /^wrong_device$/, async () => {
      const other = await begun(product, await member());
      return proof(other.transcript);
    }),
    ...abuses(product, member),
  ];
}

const SIGNS = SIGNER[0] as Extension;
const signed = (by: Certified, extensions: Extension[]) => certified({ by, extensions }).then(({ issuer }) => issuer);

/** The controls: signers of the listed root, with either purpose. */
async function signersOf(by: Certified) {
  return {
    "a signer of a listed root (the control)": await signed(by, SIGNER),
    "with the purpose of the EU (the control)": await signed(by, [SIGNS, purposeOf("1.3.130.2.0.0.1.2")]),
  };
}

/** Certificates of the listed root that were made for something else. */
async function misused(by: Certified) {
  return {
    "a listed root, for web servers": await signed(by, [SIGNS, purposeOf("1.3.6.1.5.5.7.3.1")]),
    "a listed root, for readers": await signed(by, [SIGNS, purposeOf("1.0.18013.5.1.6")]),
    "a listed root, for anything": await signed(by, [SIGNS, purposeOf("2.5.29.37.0")]),
    "a listed root, without a purpose": await signed(by, [SIGNS]),
  };
}

/** Genuine proofs, used by the wrong browser or twice. */
function abuses(product: Product, member: () => Promise<Member>): Attack[] {
  const send = (session: string, body: unknown) => product.ask(PROOF, { method: "PUT", session, body });
  return [
    {
      name: "a replayed answer after a refusal",
      expected: /^expired$/,
      async run() {
        const asked = await begun(product, await member());
        await post(product, asked.state, tokenOf(await proof(asked.transcript, { validUntil: NOW - DAY })));
        await post(product, asked.state, tokenOf(await proof(asked.transcript)));
        return { member: asked.member, outcome: await outcomeOf(product, asked.member) };
      },
    },
    {
      name: "an old answer to the next request",
      expected: /^wrong_device$/,
      async run() {
        const first = await begun(product, await member());
        const shown = tokenOf(await proof(first.transcript));
        const asked = await begun(product, first.member);
        await post(product, first.state, shown);
        await post(product, asked.state, shown);
        return { member: asked.member, outcome: await outcomeOf(product, asked.member) };
      },
    },
    {
      name: "the code of a link in another browser",
      expected: /^waiting$/,
      async run() {
        const asked = await begun(product, await member(), "link");
        const { json } = await post(product, asked.state, tokenOf(await proof(asked.transcript)));
        const code = new URL(json.redirect_uri).searchParams.get("code");
        const thief = await begun(product, await member(), "link");
        const stolen = await send(thief.member.session, { code });
        if (stolen.json.outcome === "over") return { member: thief.member, outcome: "stolen" };
        return { member: asked.member, outcome: await outcomeOf(product, asked.member) };
      },
    },
    {
      name: "the state of another member",
      expected: /^waiting$/,
      async run() {
        const [asked, other] = [await begun(product, await member()), await begun(product, await member())];
        await post(product, other.state, tokenOf(await proof(asked.transcript)));
        return {
          member: other.member,
          outcome: (await outcomeOf(product, other.member)) === "wrong_device" ? "waiting" : "taken",
        };
      },
    },
    {
      name: "begun by another site",
      expected: /^none$/,
      async run() {
        const who = await member();
        const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
        await product.ask(PROOF, { session: who.session, body: { method: "eu", way: "qr" }, headers });
        return { member: who, outcome: await outcomeOf(product, who) };
      },
    },
    {
      name: "a browser's answer without a request",
      expected: /^none$/,
      async run() {
        const who = await member();
        const { json } = await send(who.session, { answer: { response: "gA" } });
        const outcome = json.outcome === "other_request" ? await outcomeOf(product, who) : `answer ${json.outcome}`;
        return { member: who, outcome };
      },
    },
  ];
}

/** One nonce, 50 genuine answers at once: one counts, and the figures know one. */
async function crowdOf(product: Product, times: number) {
  const problems: string[] = [];
  for (const member of await addMembers(product, times)) {
    const done = () =>
      product.sql<{ n: number }>("SELECT coalesce(sum(value), 0) AS n FROM daily_figures WHERE name = 'age_done'");
    const [before] = await done();
    const asked = await begun(product, member);
    const shown = tokenOf(await proof(asked.transcript));
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(product, asked.state, shown)));
    const [after] = await done();
    if (answers.some(({ status }) => status !== 200))
      problems.push(`50 answers: ${tallied(answers.map((one) => String(one.status)))}`);
    if ((after?.n ?? 0) - (before?.n ?? 0) !== 1) problems.push(`50 answers counted ${(after?.n ?? 0) - (before?.n ?? 0)} times`);
    const outcome = await outcomeOf(product, member);
    if (outcome !== "over") problems.push(`50 answers ended as ${outcome}`);
  }
  return { counts: `${times * 50} answers, ${times} counted`, problems };
}

/** The answer to a post without a session is the same whether the request exists, is answered, or never was. */
async function strangersOf(product: Product, times: number) {
  const [member] = (await addMembers(product, 1)) as [Member];
  const answered = await begun(product, member);
  await post(product, answered.state, "{}");
  const kinds: Record<string, string> = { "an answered request": answered.state, "no request": "n".repeat(32) };
  const shapes = new Set<string>();
  const took: Record<string, number[]> = { "an answered request": [], "no request": [] };
  for (let time = 0; time < times; time++)
    for (const [kind, state] of Object.entries(kinds)) {
      const since = performance.now();
      const { status, json } = await post(product, state, "{}");
      took[kind]?.push(performance.now() - since);
      const uri = new URL(json.redirect_uri);
      shapes.add(`${status} ${Object.keys(json)} ${uri.pathname} ${[...uri.searchParams.keys()]} ${uri.search.length}`);
    }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const times_ = Object.entries(took).map(([kind, list]) => `${kind} ${median(list).toFixed(1)} ms`);
  return {
    counts: `${times * 2} posts, ${times_.join(", ")}`,
    problems: shapes.size === 1 ? [] : [`a stranger reads a difference: ${[...shapes].join(" | ")}`],
  };
}
