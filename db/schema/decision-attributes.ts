/** Programs that decide alone, as `decisions.decided_by` names them. No id of a staff member has a space. */
export const PROGRAMS = ["proof of age"] as const;
export type Program = (typeof PROGRAMS)[number];

/** Begins the id of a decision that a notice of an intimate picture led to. */
export const NOTICE_DECISION = "picture-";
