/** The fate of a column in a row that outlives its member. */
export type Fate = "stays" | { becomes: (id: string) => string | number | null };

/** A partner column counts only while others can see that member. */
type Seen = Readonly<Record<string, string>>;

/** Columns of the row that an id names, without which the person could not read it. */
export interface Named {
  table: string;
  by: string;
  columns: readonly string[];
}

/** Selects download rows by the columns in `by`, without some columns and rows. */
interface Download {
  file: string;
  by: readonly string[];
  without?: readonly string[];
  onlyOf?: Seen;
  named?: Named;
  unless?: Readonly<Record<string, string>>;
}

/** A test compares this with the database: an unknown table or column fails. */
export interface Holding {
  members: readonly string[];
  /** For tables without an index on the member: the column that joins a table with one. */
  through?: { column: string; table: string };
  /** `goes`: all rows are deleted. Otherwise rows stay and each column has a fate. */
  erasure: "goes" | Readonly<Record<string, Fate>>;
  /** The rows in the export, or the reason for their absence. */
  download: Download | { not: string };
}

export const empty = (value: string | number | null) => ({ becomes: () => value });
