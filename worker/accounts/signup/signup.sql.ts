import { cellOf } from "#db/cells.ts";
import { type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import type { NewMember } from "./new-member.ts";

/** Every column, so that the answer needs no read. */
export function accountRow({ id, pool, domainId, data, versions, now, ...member }: NewMember) {
  return {
    id,
    pool,
    domainId,
    email: data.email,
    passwordHash: data.passwordHash,
    language: data.language,
    status: "not_confirmed" as const,
    paidUser: false,
    credits: 0,
    debt: 0,
    unread: 0,
    newLikes: 0,
    openedChat: null,
    notificationsDisabled: [],
    tracking: data.tracking,
    // A trigger names it.
    sourceId: null,
    firstMessageAt: null,
    signupMessage: member.message,
    signupProfile: member.profile,
    signupIntent: member.intent,
    signupKey: member.signupKey,
    wantedName: member.wantedName,
    wantedKey: member.wantedKey,
    termsVersion: versions.terms,
    termsAcceptedAt: now,
    sensitiveVersion: versions.sensitive_data,
    sensitiveAcceptedAt: now,
    createdAt: now,
    activatedAt: null,
    trafficSource: data.invitation ? "invite" : (data.tracking.network ?? null),
    reminders: 0,
    newsSeenAt: 0,
    visitorsSeenAt: 0,
    deletedAt: null,
    mutedUntil: null,
    caution: 0,
    timeBonus: member.timeBonus,
    ageProofs: {},
  };
}

export function profileRow({ id, pool, data, nameKey, shownToVisitors, now }: NewMember) {
  return {
    id,
    pool,
    name: data.name,
    nameKey,
    status: "disabled" as const,
    gender: data.gender,
    lookingFor: data.lookingFor,
    birthDate: data.birthDate,
    country: data.country,
    region: data.region,
    city: data.city,
    cell: cellOf(data),
    slot: null,
    ...eachAttribute<Record<Attribute, null>>(() => null),
    reason: data.reason,
    height: null,
    languages: [],
    interests: [],
    intimate: {},
    about: "",
    answers: {},
    prompts: [],
    fictional: false,
    shownToVisitors,
    answersFrom: 0,
    answersUntil: 0,
    seenFrom: null,
    seenTo: null,
    seenWithin: null,
    stay: null,
    selfChanges: [],
    identity: data.identity,
    mainPhoto: null,
    hasPhoto: false,
    mainPreview: null,
    photoChecked: false,
    verified: false,
    nextGesture: null,
    lastActiveAt: now,
    awayAt: null,
    createdAt: now,
  };
}

export function consentRows({ id, data, versions, now }: NewMember) {
  const kinds = Object.keys(versions) as (keyof typeof versions)[];
  return kinds.map((kind) => ({
    accountId: id,
    kind,
    version: versions[kind],
    language: data.language,
    acceptedAt: now,
  }));
}
