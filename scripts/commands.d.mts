/** File by name. */
export const COMMANDS: Record<string, string>;
export const NEED_ALL: string[];
