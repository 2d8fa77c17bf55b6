import type { StaffCallName } from "#worker/server/staff/calls.ts";

/** Of no authenticator. */
const credential = { id: "x", rawId: "x", type: "public-key" };
const REGISTERED = { ...credential, response: { clientDataJSON: "x", attestationObject: "x" } };
export const SIGNED = { ...credential, response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" } };

/** Of callers who may make the call: its input and what it answers. */
export const ROWS: Partial<Record<StaffCallName, [input: Record<string, unknown>, outcome: string]>> = {
  staffLogin: [{ email: "a@b.example", password: "x", code: "123456" }, "login_failed"],
  staffSetup: [{ token: "x" }, "link_expired"],
  staffSetUp: [{ token: "x", password: "x", code: "123456" }, "link_expired"],
  newStaffPasskey: [{ password: "x" }, "invalid"],
  addStaffPasskey: [{ name: "x", credential: REGISTERED }, "passkey_failed"],
  removeStaffPasskey: [{ passkey: "x", password: "x" }, "invalid"],
  staffPasskeyLogin: [{ credential: SIGNED }, "login_failed"],
  addStaff: [{ email: "x", name: "x", role: "support" }, "invalid"],
  changeStaffRole: [{ id: "x", role: "support" }, "invalid"],
  disableStaff: [{ id: "x" }, "invalid"],
  resetStaff: [{ id: "x" }, "invalid"],
  staffSite: [{ site: "x" }, "not_found"],
  checkSite: [{ site: "x", section: "prices", base: 1 }, "not_found"],
  previewSite: [{ site: "x", section: "prices", base: 1 }, "not_found"],
  changeSite: [{ site: "x", section: "prices", base: 1 }, "not_found"],
  restoreSite: [{ site: "x", number: 1, base: 1 }, "not_found"],
  decideWork: [{ id: "x", decision: "approve" }, "not_found"],
  undoWork: [{ id: "x" }, "not_found"],
  photoFile: [{ item: "x", size: "full" }, "not_found"],
  verificationFile: [{ item: "x", size: "full" }, "not_found"],
  casePicture: [{ item: "x", picture: "0" }, "not_found"],
  noticePicture: [{ item: "x", photo: "x" }, "not_found"],
  readMessages: [{ item: "x" }, "not_found"],
  findMembers: [{ query: "nobody has this name" }, "ok"],
  memberLines: [{ ids: "x" }, "ok"],
  memberFile: [{ id: "x" }, "not_found"],
  memberPhoto: [{ photo: "x", size: "card" }, "not_found"],
  endMemberSessions: [{ id: "x" }, "not_found"],
  fraudPreview: [{ id: "x" }, "ok"],
  proposeRefund: [{ payment: "x", share: "unused", reason: "fault" }, "not_found"],
  ...{ addNote: [{ id: "x", text: "x" }, "not_found"], removeNote: [{ note: "x" }, "not_found"] },
  writeToMember: [{ id: "x", text: "A letter of some length." }, "not_found"],
  ...{ readyLetters: [{ language: "de" }, "ok"], sendActivation: [{ id: "x" }, "not_found"] },
  mendAddress: [{ id: "x", email: "a@b.example" }, "not_found"],
  renameMember: [{ id: "x", name: "Nele" }, "not_found"],
  giveCredits: [{ id: "x", credits: 1, reason: "fault" }, "not_found"],
  proposeRequest: [{ id: "x", kind: "export", reason: "asked_by_mail" }, "not_found"],
  removeContent: [{ id: "x", content: "name", reason: "scam", words: "Something that happened." }, "not_found"],
  releaseWork: [{ kind: "photo", staff: "x" }, "ok"],
  decideMember: [{ id: "x", decision: "warning", reason: "scam", words: "Something that happened." }, "not_found"],
};
