/** Characters. */
export const COMPLAINT_TEXT = { min: 20, max: 3000 };
export const COMPLAINT_NAME = { min: 1, max: 100 };
export const COMPLAINT_LINK = { min: 1, max: 500 };

export function isReference(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(text);
}

/** Characters of what staff answer. */
export const COMPLAINT_ANSWER = { min: 1, max: 5000 };
/** Why a complaint is closed without an answer. */
export const COMPLAINT_CLOSINGS = ["spam", "duplicate", "unintelligible"] as const;
