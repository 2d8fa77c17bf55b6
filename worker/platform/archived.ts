/** A message by the column names of D1, without its conversation, with the snapshot of its gift. */
export type ArchivedRow = Record<string, string | number | null>;

export interface Chunk {
  /** The conversation's `archived_seq` when the rows were read, and after they have moved. */
  from: number;
  to: number;
  /** Each row as JSON, ascending by seq. */
  rows: string[];
  /** Further rows are old enough. */
  more: boolean;
}

/** The D1 side of an archive. */
export interface ArchiveSource {
  /** Null for a conversation that is gone. */
  archivedSeq(conversation: string): Promise<number | null>;
  /** The first messages from before `before` (ms). Null for a conversation that is gone. */
  next(conversation: string, before: number): Promise<Chunk | null>;
  /** Deletes the rows from D1. False, with nothing changed, if one of them is not as it was read. */
  commit(conversation: string, chunk: Chunk): Promise<boolean>;
}

/** `after` and `before` are exclusive. */
export interface ArchivedRange {
  after: number;
  before: number;
  limit: number;
  order: "ascending" | "descending";
}

export interface Receipt {
  reader: string;
  /** Messages to the reader with `after` < seq ≤ `upTo`. */
  after: number;
  upTo: number;
  read: boolean;
  /** In ms. */
  now: number;
}

/** `marked`: rows changed; `left`: messages to the reader with `upTo` < seq ≤ `end`. */
export interface Marked {
  marked: number;
  left: number;
}

export interface Wanted {
  range: ArchivedRange | null;
  /** Seqs of messages quoted elsewhere; messages quoted in the range are included anyway. */
  seqs: number[];
  /** Changes of messages beyond `after` that the member has not seen. */
  changes: { memberId: string; since: number; after: number; limit: number } | null;
}

export interface Read<T> {
  rows: T[];
  quoted: T[];
  changed: T[];
}

/** A version for each side. Messages from before `oldest` (ms) are not shown. */
export interface ArchivedReaction {
  oldest: number;
  memberId: string;
  seq: number;
  reaction: string | null;
  versions: { mine: number; theirs: number };
}

/** A deletion by one member, who removed all up to `removedSeq`. */
export interface Hiding {
  memberId: string;
  seq: number;
  readSeq: number;
  removedSeq: number;
  version: number;
  /** 1 if no member sees the text after the change. */
  alone: number;
}

/** `last`: the newest that the member still sees; `left`: unread ones after `readSeq`. */
export interface Hidden<T> {
  message: T | null;
  last: T | null;
  left: number;
}

/** The boundary of a conversation, by what each database says; null if none has it. */
export function furthest(seqs: readonly (number | null)[]): number | null {
  const known = seqs.filter((seq) => seq !== null);
  return known.length > 0 ? Math.max(...known) : null;
}
