/** Characters. */
export const COMPLAINT_TEXT = { min: 20, max: 3000 };
export const COMPLAINT_NAME = { min: 1, max: 100 };
export const COMPLAINT_LINK = { min: 1, max: 500 };

export function isReference(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(text);
}
