/** Systems of a session that the list of members tells apart, by a word of the browser's user agent. */
export const SYSTEMS = {
  android: "Android",
  ios: "iPhone",
  ipad: "iPad",
  windows: "Windows",
  mac: "Macintosh",
  linux: "Linux x86",
} as const;
export type System = keyof typeof SYSTEMS;

export const MEMBER_STATUSES = ["not_confirmed", "active", "deleted"] as const;

/** Members in a page of the list, and accounts that it looks at for them. */
export const PAGE = 50;
export const LOOKED_AT = 20_000;

/** Rows of a file. */
export const FILE_ROWS = 50_000;

/** In ms: how long an approved file can be downloaded. */
export const FILE_OPEN = 24 * 3_600_000;
