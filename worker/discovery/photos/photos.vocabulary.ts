export const PHOTO_LIMIT = { free: 3, premium: 25 };

/** Minimum side in pixels; maximum size and area. */
export const PICTURE_LIMITS = { megabytes: 10, side: 400, megapixels: 40 };
