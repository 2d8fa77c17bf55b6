/** Columns that a rule reads of a photo. None is a boolean or JSON, which D1 answers raw. */
export const PHOTO_KEYS = [
  "id",
  "key",
  "position",
  "status",
  "visibility",
  "rejectedFor",
  "checkedAt",
  "width",
  "height",
  "preview",
] as const;
