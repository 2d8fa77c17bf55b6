/** How long may be what a member types, for the rules and for the fields of the pages. */

/** In letters, as a reader counts them. */
export const NAME_LENGTH = { min: 3, max: 20 };
/** A letter can be many code points; a name of 20 letters can not be endless. */
export const NAME_CODE_POINTS = 80;
/** In characters, as they are counted after NFKC. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };
/** Of the name that a member gives a passkey, in characters. */
export const PASSKEY_NAME = 40;
