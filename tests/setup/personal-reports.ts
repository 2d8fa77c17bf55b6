import { newId } from "#worker/platform/ids.ts";
import type { Insert } from "./personal-money.ts";

/** Reports by and about the member, and what a case keeps. */
interface Reported {
  member: string;
  friend: string;
  now: number;
  /** A stored photo of the member, which staff then gave to the profile. */
  photo?: string;
}

export function insertReports(insert: Insert, { member, friend, now, photo }: Reported) {
  const notice = newId();
  insert("complaints", {
    domain_id: "liaison",
    ...{ id: notice, reference: `P${member.slice(0, 8)}`, kind: "intimate_picture", text: "", language: "en", country: "NL" },
    ...{ receipt: 0, created_at: now },
  });
  insert("picture_notices", { id: notice, alerts: 0 });
  insert("noticed_photos", {
    notice_id: notice,
    photo_id: member,
    of: "profile",
    member_id: member,
    was_shown: 1,
    state: "shown",
  });
  const [a, b] = [member, friend].toSorted() as [string, string];
  for (const [reporter, reported, text] of [
    [member, friend, "my q7xabout text"],
    [friend, member, "He is rude."],
  ] as const) {
    const id = newId();
    insert("reports", {
      domain_id: "liaison",
      id,
      reference: id,
      pool: "liaison",
      reporter_id: reporter,
      reported_id: reported,
      kind: "profile",
      object_id: reported,
      reason: "unlisted",
      text,
      created_at: now,
      due_at: now,
    });
    const proof = reported === member ? { name: "Veraq7x", about: "my q7xabout text" } : { name: "Friend" };
    insert("report_proofs", { report_id: id, member_id: reported, proof: JSON.stringify(proof) });
  }
  insert("decisions", {
    domain_id: "liaison",
    id: newId(),
    reference: newId(),
    pool: "liaison",
    member_id: member,
    about: "profile",
    kind: "warning",
    reason: "scam",
    words: "my q7xabout text",
    decided_by: "moderator",
    created_at: now,
    objection: "my q7xabout text",
    objected_at: now,
  });
  insert("held_texts", {
    ...{ id: newId(), member_id: member, field: "about", value: "my q7xabout text" },
    ...{ causes: '["money"]', status: "waiting", held_at: now },
  });
  insert("voice_answers", { key: `voice-answer-${member}`, member_id: member, created_at: now });
  const keys = { key0: 1, key1: 2, key2: 3, key3: 4 };
  insert("text_sketches", { member_id: member, part: "about", pool: "liaison", sketch: "00000000", ...keys });
  insert("signals", { member_id: member, money: 1, updated_at: now });
  insert("fraud_removals", { member_id: member, decision_id: newId(), since: now, created_at: now });
  const returned = { since: now, state: "done", credits: 3, created_at: now };
  insert("fraud_returns", { ...returned, fraud_id: friend, account_id: member });
  insert("message_reads", { item: newId(), member_id: member, staff_id: "moderator", messages: 3, at: now });
  insert("desk_notes", { id: newId(), profile_id: friend, member_id: member, staff_id: "", text: "q7xdesk", created_at: now });
  if (photo !== undefined) {
    const origin = { origin: "drawn", source: "q7xsource", staff_id: "", created_at: now };
    insert("fictional_profiles", { id: member, created_at: now });
    insert("fictional_photos", { photo_id: photo, profile_id: member, ...origin });
  }
  insert("photo_reads", { photo_id: newId(), member_id: member, staff_id: "moderator", day: 1, at: now });
  insert("held_chats", {
    id: `held-${member}`,
    member_a: a,
    member_b: b,
    last_seq: 1,
    archived_seq: 0,
    held_at: now,
  });
  insert("held_messages", {
    conversation_id: `held-${member}`,
    seq: 1,
    sender_id: member,
    type: "text",
    text: "my q7xabout text",
    created_at: now,
  });
}
