import type { CallName, CallOutput } from "#worker/server/calls.ts";

export type Known = Partial<Record<"profile" | "conversation" | "search" | "invite" | "package", string>> & {
  seq?: number;
  language?: string;
};

export interface Probe<N extends CallName = CallName> {
  /** Null where nothing of that kind is known, and the call cannot be made. */
  input(known: Known): Record<string, unknown> | null;
  learn?(answer: CallOutput<N>, known: Known): void;
  /** Changes something of the account; most are undone by a later one. */
  writes?: true;
}

/** No link has this token: the call is rightly answered by a refusal. */
const NO_TOKEN = "conformance-0000000000000000000000000000000000000";
const none = () => ({});

type Input = Probe["input"];
type Learn<N extends CallName> = Probe<N>["learn"];

const reads = <N extends CallName>(input: Input = none, learn?: Learn<N>): Probe<N> => ({ input, learn });
const writes = <N extends CallName>(input: Input = none, learn?: Learn<N>): Probe<N> => ({ input, learn, writes: true });
const byToken = (): Probe<never> => reads(() => ({ token: NO_TOKEN }));
const withProfile =
  (more: object = {}) =>
  ({ profile }: Known) =>
    profile ? { profile, ...more } : null;
const withChat =
  (more: object = {}) =>
  ({ conversation }: Known) =>
    conversation ? { conversation, ...more } : null;
const withMessage =
  (more: object = {}) =>
  ({ conversation, seq }: Known) =>
    conversation && seq ? { conversation, seq, ...more } : null;
const fresh = () => `conform-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

export const PROBES: { [N in CallName]?: Probe<N> } = {
  settings: reads(),
  companyinfo: reads(),
  regions: reads(() => ({ country: "NL" })),
  interests: reads(),
  packages: reads(none, ({ packages }, known) => {
    known.package = packages[0]?.id;
  }),
  user: reads(none, ({ language }, known) => {
    known.language = language;
  }),
  members: reads(none, ({ results }, known) => {
    known.profile = results[0]?.id;
  }),
  member: reads(({ profile }) => (profile ? { id: profile } : null)),
  similar: reads(({ profile }) => (profile ? { id: profile } : null)),
  discountcode: reads(() => ({ code: "CONFORMANCE-NONE" })),
  invite: reads(() => ({ code: "conformance-none" })),
  signupDraft: reads(),
  activationLink: byToken(),
  resetLink: byToken(),
  mailChangeLink: byToken(),
  loginLink: byToken(),
  reactivationLink: byToken(),
  unsubscription: byToken(),
  profile: reads(),
  chats: reads(none, ({ chats }, known) => {
    known.conversation = chats[0]?.conversation.id;
  }),
  chat: reads(({ conversation, profile }) => (conversation ? { conversation } : profile ? { profile } : null)),
  likes: reads(),
  pendingLikes: reads(),
  blocks: reads(),
  visitors: reads(),
  deck: reads(),
  matchFinder: reads(),
  savedSearches: reads(),
  gifts: reads(),
  receivedGifts: reads(),
  photoAccess: reads(),
  transactions: reads(),
  orders: reads(),
  payment: reads(() => ({ id: "conformance-none" })),
  mandate: reads(() => ({ id: "conformance-none" })),
  quote: reads((known) => (known.package ? { package: known.package, method: "card" } : null)),
  exclusion: reads(),
  preferences: reads(),
  mails: reads(),
  pushDevices: reads(),
  passkeys: reads(),
  sessions: reads(),
  consents: reads(),
  ageProof: reads(),
  invites: reads(),
  intent: reads(),
  departure: reads(),
  dataExport: reads(),
  pendingMailChange: reads(),
  geocode: reads(() => ({ lat: "52.40", lon: "4.65" })),

  passkeyChallenge: writes(),
  saveSignupDraft: writes(() => ({ step: "gender", values: { gender: "female" } })),
  dropSignupDraft: writes(),
  updateUser: writes(({ language }) => (language ? { language } : null)),
  updatePreferences: writes(),
  updateProfile: writes(),
  pageHidden: writes(),
  autoLike: writes(),
  like: writes(withProfile()),
  unlike: writes(withProfile()),
  addPendingLike: writes(withProfile()),
  removePendingLike: writes(withProfile()),
  saveDraft: writes((known) => withProfile({ text: "", client_id: fresh() })(known)),
  sendMessage: writes(
    (known) => withProfile({ text: "Hello, how was your week?", client_id: fresh() })(known),
    ({ message: { conversation, seq } }, known) => {
      Object.assign(known, { conversation, seq });
    },
  ),
  editMessage: writes(withMessage({ text: "Hello, how was your weekend?" })),
  hideMessage: writes(withMessage()),
  readChat: writes(withMessage()),
  muteChat: writes(withChat({ muted: false })),
  saveSearch: writes(
    () => ({ name: `Conformance ${Date.now().toString(36)}` }),
    ({ search }, known) => {
      known.search = search.id;
    },
  ),
  changeSearch: writes(({ search }) => (search ? { search, notify: false } : null)),
  removeSearch: writes(({ search }) => (search ? { search } : null)),
  createInvite: writes(none, ({ invites }, known) => {
    known.invite = invites[0]?.code;
  }),
  revokeInvite: writes(({ invite }) => (invite ? { code: invite } : null)),
  logout: writes(),
};
