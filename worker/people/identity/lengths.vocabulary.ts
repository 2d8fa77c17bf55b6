/** Grapheme clusters. */
export const NAME_LENGTH = { min: 3, max: 20 };
/** Bounds stacked marks: one grapheme cluster can hold many code points. */
export const NAME_CODE_POINTS = 80;
/** Code points after NFKC. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };
export const PASSKEY_NAME = 40;
