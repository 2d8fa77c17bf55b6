import type { Insert, Run } from "./personal-money.ts";

interface Parties {
  member: string;
  friend: string;
  stranger: string;
  now: number;
}

/** Rows of blocks, of lists of known people and of an event, in which the member is on either side. */
export function insertHidden(insert: Insert, run: Run, { member, friend, stranger, now }: Parties): void {
  insert("blocks", { blocker_id: member, blocked_id: friend, created_at: now });
  run("DELETE FROM blocks WHERE blocker_id = ?", member);
  insert("blocks", { blocker_id: member, blocked_id: stranger, created_at: now });
  insert("ended_starts", {
    conversation_id: `${member}d`,
    sender_id: member,
    receiver_id: stranger,
    started_at: now,
    declined: 1,
  });
  insert("ended_starts", { conversation_id: `${stranger}d`, sender_id: stranger, receiver_id: member, started_at: now });
  const trip = { country: "NL", region: "NL-GR", city: "Groningen", cell: 1, from_day: "2026-12-12", until_day: "2026-12-15" };
  insert("trips", {
    ...trip,
    id: `trip of ${member}`,
    member_id: member,
    shown_at: now,
    ends_at: now + 1,
    home_country: "NL",
    joined_at: now,
  });
  insert("address_prints", { account_id: member, print: `print of ${member}` });
  insert("acquaintances", { owner_id: member, print: `print of ${friend}`, added_at: now, from_at: now, holds: 1 });
  insert("unseen", { viewer_id: friend, owner_id: member, print: `print of ${friend}` });
  insert("unseen", { viewer_id: member, owner_id: stranger, print: `print of ${member}` });
  const where = { country: "NL", region: "NL-NH", city: "Haarlem", cell: 1, place: "The fountain", zone: "Europe/Amsterdam" };
  const times = { day: "2100-01-01", starts_at: now + 4e12, ends_at: now + 5e12, created_at: now, changed_at: now };
  const meeting = { domain_id: "liaison", status: "published", title: "A walk", text: "We walk.", language: "en" };
  insert("events", { ...meeting, ...where, ...times, id: `event-${member}`, created_by: "staff" });
  insert("attendances", { event_id: `event-${member}`, member_id: member, going: 1, listed: 1, at: now });
}
