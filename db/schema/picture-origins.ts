/** Where staff have a picture of a fictional profile from. */
export const PICTURE_ORIGINS = ["drawn", "rights_free"] as const;
export type PictureOrigin = (typeof PICTURE_ORIGINS)[number];
