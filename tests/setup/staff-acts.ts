import { env } from "cloudflare:workers";
import type { StaffObject, StaffRole } from "#db/schema/attributes.ts";
import type { StaffContext, StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { stepAt, totpCode } from "#worker/backoffice/staff/totp.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { createStaffBackend } from "#worker/server/staff/backend.ts";
import type { StaffBackend, StaffCallName } from "#worker/server/staff/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { runSql } from "./actions.ts";
import { addMember, logIn } from "./add-member.ts";
import { changedSite } from "./changed-site.ts";
import { deskActs } from "./desk-item.ts";
import { applyTestDomains } from "./domains.ts";
import { eventActs } from "./event-acts.ts";
import { givenUpMail } from "./given-up-mail.ts";
import { addOrder } from "./orders.ts";
import { pngFile } from "./png-file.ts";
import { programActs } from "./program-acts.ts";
import { staffRows } from "./staff.ts";
import { addPassword, bothFactors, STAFF_PASSWORD } from "./staff-codes.ts";
import { staffContext } from "./staff-context.ts";
import { virtualAuthenticator } from "./virtual-authenticator.ts";

type Row = [action: string, object: StaffObject, id: string | null];

/** A call that changes something: who makes it, with what, and the row that it leaves. */
export interface Act {
  ctx: StaffContext;
  input: object;
  /** Who stands in the row. Default: the caller. */
  by?: string;
  row: Row;
}

const [OPEN, CLOSED] = ["liaison", "velvet"] as const;
const [ORIGIN, PARTNER] = ["http://staff.localhost", { site: OPEN, network: "blog", ref: "", from: "", days: 1 }];
const WORDS = "You sent the same advert to many members.";
const NEWS = { site: "liaison", per_day: 1, subject_en: "A walk", text_en: "On Sunday." };
const ANSWER = { id: "", version: 0, place: "report", language: "en", title: "Advert", text: "An advert." } as const;
const rooms = servicesOf(env);

export const backendOf = (ctx: StaffContext): StaffBackend => createStaffBackend(env, ctx, () => {});

async function person(role: StaffRole = "operator"): Promise<StaffMemberContext & { email: string; token: string }> {
  const { id, email, token, rows } = await staffRows(role);
  // Longer here than what a second person must be.
  const older = { sql: "UPDATE staff_members SET created_at = 1 WHERE id = ?", values: [id] };
  await env.DB.batch([...rows, older].map(({ sql, values }) => env.DB.prepare(sql).bind(...values)));
  await addPassword(id);
  const now = Date.now();
  const viewer = await rooms.staff.viewer(token, now);
  if (!viewer) throw new Error("no session");
  return { ...staffContext(role, now), viewer, origin: ORIGIN, email, token };
}

async function uploadOf(slot: "logo" | "hero") {
  await applyTestDomains();
  return { site: OPEN, slot, replaces: "", file: pngFile(1600, slot === "hero" ? 100 : 400) };
}

/** A photo that waits, in the hands of this person. */
async function photoInHand({ viewer, now }: StaffMemberContext): Promise<{ item: string; photo: string }> {
  const [member, photo] = [await addMember(), newId()];
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, 0, 'inspection', 1)",
    ...[photo, member],
  );
  await runSql(
    "UPDATE work_items SET leased_by = ?, leased_until = ? WHERE kind = 'photo' AND object_id = ?",
    ...[viewer.id, now + HOUR, photo],
  );
  const item = await env.DB.prepare("SELECT id FROM work_items WHERE object_id = ?").bind(photo).first<string>("id");
  return { item: item ?? "", photo };
}

async function passkeyOf(ctx: StaffMemberContext) {
  const key = await virtualAuthenticator();
  const options = await backendOf(ctx).newStaffPasskey(await bothFactors(ctx.viewer.id));
  return { key, credential: await key.create(options, { origin: ORIGIN }) };
}

const confirmedFor = async (ctx: StaffMemberContext, input: object) => ({ ...input, ...(await bothFactors(ctx.viewer.id)) });
const anyone = (): StaffContext => ({ ...staffContext("operator", Date.now()), origin: ORIGIN, viewer: null });

/** Of an operator. */
const simple =
  (make: (ctx: StaffMemberContext) => Promise<[input: object, ...row: Row]>, role?: StaffRole) => async (): Promise<Act> => {
    const ctx = await person(role);
    const [input, ...row] = await make(ctx);
    return { ctx, input, row };
  };

/** Of an operator about a new member. */
const aboutMember = (input: object, action: string, options: Parameters<typeof addMember>[0] = {}) =>
  simple(async () => {
    const id = await addMember({ name: `Anna${newId().slice(0, 8)}`, ...options });
    return [{ id, ...input }, action, "member", id];
  });

export const ACTS: Partial<Record<StaffCallName, () => Promise<Act>>> = {
  staffLogin: async () => {
    const { viewer, email } = await person();
    return {
      ctx: anyone(),
      input: { email, ...(await bothFactors(viewer.id)) },
      by: viewer.id,
      row: ["login by recovery code", "none", null],
    };
  },
  staffLogout: simple(async () => [{}, "logout", "none", null]),
  staffSetUp: async () => {
    const ctx = await person();
    const email = `${newId()}@staff.example`;
    const added = await backendOf(ctx).addStaff((await confirmedFor(ctx, { email, name: "Mo", role: "support" })) as never);
    const token = added.link.split("token=")[1] ?? "";
    const at = anyone();
    const { secret } = await backendOf(at).staffSetup({ token });
    const input = { token, password: STAFF_PASSWORD, code: await totpCode(secret, stepAt(at.now)) };
    return { ctx: at, input, by: added.id, row: ["set up", "staff_member", added.id] };
  },
  staffEndSessions: simple(async ({ viewer }) => [{}, "end sessions", "staff_member", viewer.id]),
  addStaffPasskey: simple(async (ctx) => {
    const { credential } = await passkeyOf(ctx);
    return [{ name: "Laptop", credential }, "add passkey", "staff_member", ctx.viewer.id];
  }),
  removeStaffPasskey: simple(async (ctx) => {
    const { key, credential } = await passkeyOf(ctx);
    await backendOf(ctx).addStaffPasskey({ name: "Laptop", credential });
    return [{ passkey: key.id, password: STAFF_PASSWORD }, "remove passkey", "staff_member", ctx.viewer.id];
  }),
  staffPasskeyLogin: async () => {
    const owner = await person();
    const { key, credential } = await passkeyOf(owner);
    await backendOf(owner).addStaffPasskey({ name: "Laptop", credential });
    const ctx = anyone();
    const signed = await key.get(await backendOf(ctx).staffPasskeyChallenge({}), { origin: ORIGIN });
    return { ctx, input: { credential: signed }, by: owner.viewer.id, row: ["login by passkey", "none", null] };
  },
  addStaff: simple(async (ctx) => {
    const input = { email: `${newId()}@staff.example`, name: "Mo", role: "support" };
    return [await confirmedFor(ctx, input), "add", "staff_member", "*"];
  }),
  changeStaffRole: simple(async (ctx) => {
    const { viewer } = await person("support");
    return [await confirmedFor(ctx, { id: viewer.id, role: "moderator" }), "change role", "staff_member", viewer.id];
  }),
  disableStaff: simple(async (ctx) => {
    const { viewer } = await person("support");
    return [await confirmedFor(ctx, { id: viewer.id }), "disable", "staff_member", viewer.id];
  }),
  resetStaff: simple(async (ctx) => {
    const { viewer } = await person("support");
    return [await confirmedFor(ctx, { id: viewer.id }), "reset", "staff_member", viewer.id];
  }),
  changeSite: simple(async (ctx) => [
    await changedSite(backendOf(ctx), OPEN, "about", { "/settings/description": "Another description." }),
    ...(["change site", "deployment", OPEN] as const),
  ]),
  previewSite: simple(async (ctx) => [
    await changedSite(backendOf(ctx), OPEN, "about", { "/settings/description": "Another description." }),
    ...(["preview site", "deployment", OPEN] as const),
  ]),
  restoreSite: simple(async (ctx) => {
    const form = await changedSite(backendOf(ctx), OPEN, "about", { "/settings/description": "Another description." });
    const { version } = (await backendOf(ctx).changeSite(form as never)) as { version: number };
    return [{ site: OPEN, number: form.base, base: version }, "restore site", "deployment", OPEN];
  }),
  decideSite: simple(async (ctx) => {
    await env.DB.exec("DELETE FROM site_proposals");
    await backendOf(ctx).changeSite(
      (await changedSite(backendOf(ctx), OPEN, "prices", { "/settings/photo_credits": "99" })) as never,
    );
    const other = await person();
    const { proposal } = await backendOf(other).staffSite({ site: OPEN });
    return [{ site: OPEN, proposal: proposal?.id, decision: "refuse" }, "refuse site", "deployment", OPEN];
  }),
  putSiteFile: simple(async () => [await uploadOf("logo"), "change site", "deployment", OPEN]),
  previewSiteFile: simple(async () => [await uploadOf("logo"), "preview site", "deployment", OPEN]),
  removeSiteFile: simple(async (ctx) => {
    await backendOf(ctx).putSiteFile((await uploadOf("hero")) as never);
    const { files } = await backendOf(ctx).staffSiteFiles({ site: OPEN });
    const replaces = files.find(({ slot }) => slot === "hero")?.hash;
    return [{ site: OPEN, slot: "hero", replaces }, "change site", "deployment", OPEN];
  }),
  addSiteCode: simple(async () => [{ site: OPEN, discount: newId().slice(0, 8), percent: "5" }, "add code", "deployment", OPEN]),
  endSiteCode: simple(async (ctx) => {
    const discount = newId().slice(0, 8);
    await backendOf(ctx).addSiteCode({ site: OPEN, discount, percent: "5" });
    return [{ site: OPEN, discount }, "end code", "deployment", OPEN];
  }),
  addInvitation: simple(async () => [{ site: CLOSED, uses: 1, days: 1 }, "add invitation", "deployment", CLOSED]),
  endInvitation: simple(async (ctx) => {
    await backendOf(ctx).addInvitation({ site: CLOSED, uses: 1, days: 1 });
    const { invitations } = await backendOf(ctx).siteOffers({ site: CLOSED });
    return [{ site: CLOSED, invitation: invitations.at(-1)?.id }, "end invitation", "deployment", CLOSED];
  }),
  addSignupBan: simple(async () => {
    const input = { site: "", kind: "mail_domain", value: `${newId().slice(0, 8)}.example`, reason: "Spam", days: 1 };
    return [input, "ban sign-ups", "deployment", "*"];
  }),
  endSignupBan: simple(async (ctx) => {
    const value = `${newId().slice(0, 8)}.example`;
    const { id } = await backendOf(ctx).addSignupBan({ site: "", kind: "mail_domain", value, reason: "Spam", days: 1 });
    return [{ id }, "allow sign-ups", "deployment", id];
  }),
  addPartnerLink: simple(async () => [{ ...PARTNER, ref: newId() }, "add partner link", "figures", "*"]),
  endPartnerLink: simple(async (ctx) => {
    const { id } = await backendOf(ctx).addPartnerLink(PARTNER);
    return [{ id }, "end partner link", "figures", id];
  }),
  ...{ ...programActs({ simple, confirmedFor, backendOf }), ...deskActs({ simple, confirmedFor, backendOf }) },
  ...eventActs({ simple, backendOf }),
  addSiteMail: simple(async () => [NEWS, "propose news", "deployment", OPEN]),
  decideSiteMail: simple(async () => {
    const { id } = await backendOf(await person()).addSiteMail(NEWS);
    return [{ id, decision: "refuse" }, "refuse news", "deployment", OPEN];
  }),
  stopSiteMail: simple(async (ctx) => {
    const { id } = await backendOf(ctx).addSiteMail(NEWS);
    await backendOf(await person()).decideSiteMail({ id, decision: "send" });
    return [{ id }, "stop news", "deployment", OPEN];
  }),
  addSiteNotice: simple(async () => [{ site: OPEN, kind: "info", text_en: "Hello" }, "add notice", "deployment", "*"]),
  endSiteNotice: simple(async (ctx) => {
    const { id } = await backendOf(ctx).addSiteNotice({ site: OPEN, kind: "info", text_en: "Hello" });
    return [{ id }, "end notice", "deployment", id];
  }),
  saveCannedAnswer: simple(async () => [{ ...ANSWER, title: newId() }, "save answer", "deployment", "*"]),
  removeCannedAnswer: simple(async (ctx) => {
    const { id } = await backendOf(ctx).saveCannedAnswer(ANSWER);
    return [{ id }, "remove answer", "deployment", id];
  }),
  askMemberFile: simple(async () => {
    await env.DB.exec("DELETE FROM member_files");
    return [{ site: OPEN }, "ask for members", "member", "*"];
  }),
  decideMemberFile: simple(async () => {
    await env.DB.exec("DELETE FROM member_files");
    const { file: id } = await backendOf(await person()).askMemberFile({ site: OPEN });
    return [{ file: id, decision: "approve" }, "approve members", "member", id];
  }),
  takeWork: simple(async (ctx) => {
    await photoInHand(ctx);
    await env.DB.exec("UPDATE work_items SET leased_by = NULL, leased_until = 0");
    return [{ kind: "photo" }, "take work", "work_queue", "photo"];
  }),
  returnWork: simple(async (ctx) => {
    await photoInHand(ctx);
    return [{ kind: "photo" }, "return work", "work_queue", "photo"];
  }),
  releaseWork: simple(async () => {
    const other = await person("moderator");
    await photoInHand(other);
    return [{ kind: "photo", staff: other.viewer.id }, "release work", "staff_member", other.viewer.id];
  }),
  decideWork: simple(async (ctx) => {
    const { item, photo } = await photoInHand(ctx);
    return [{ id: item, decision: "approve" }, "approve photo", "work_item", `photo ${photo}`];
  }),
  undoWork: simple(async (ctx) => {
    const { item, photo } = await photoInHand(ctx);
    await backendOf(ctx).decideWork({ id: item, decision: "approve" });
    return [{ id: item }, "undo photo", "work_item", `photo ${photo}`];
  }),
  decideMember: aboutMember({ decision: "warning", reason: "scam", words: WORDS }, "warning member"),
  removeContent: aboutMember({ content: "name", reason: "scam", words: WORDS }, "remove name"),
  addNote: aboutMember({ text: "Called about a refund." }, "add note"),
  removeNote: simple(async (ctx) => {
    const id = await addMember();
    const { note } = await backendOf(ctx).addNote({ id, text: "Called about a refund." });
    return [{ note }, "remove note", "member", id];
  }),
  writeToMember: aboutMember({ text: "We have looked at your question." }, "write to member"),
  sendActivation: aboutMember({}, "send activation", { status: "not_confirmed" }),
  sendMailAgain: simple(async () => {
    const id = await addMember();
    return [{ id, mail: await givenUpMail(id) }, "send mail again", "member", id];
  }),
  mendAddress: simple(async () => {
    const id = await addMember();
    return [{ id, email: `${newId()}@example.org` }, "mend address", "member", id];
  }),
  renameMember: simple(async () => {
    const id = await addMember();
    return [{ id, name: `Nele${newId().slice(0, 6)}` }, "rename member", "member", id];
  }),
  giveCredits: aboutMember({ credits: 5, reason: "fault" }, "propose credits"),
  proposeRequest: aboutMember({ kind: "export", reason: "asked_by_mail" }, "propose export"),
  proposeRefund: simple(async () => {
    const payment = await addOrder({ by: await addMember(), status: "completed", at: Date.now() });
    return [{ payment, share: "unused", reason: "fault" }, "propose refund, unused", "payment", payment];
  }),
  endMemberSessions: simple(async () => {
    const id = await addMember();
    await logIn(id);
    return [{ id }, "end sessions", "member", id];
  }),
};
