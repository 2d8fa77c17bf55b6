import type { Language, Translate } from "#locales/index.ts";
import type { Source } from "./accounts/source.ts";
import type { Viewer } from "./accounts/viewer.ts";
import type { Domain } from "./domains/settings.ts";
import type { SessionToken } from "./edge/session.ts";

/** What every rule is told of the request it serves. Plain data: no Request, no binding, no clock of its own. */
export interface Context {
  domain: Domain;
  country: string;
  language: Language;
  t: Translate;
  /** Milliseconds since 1970. */
  now: number;
  /** For limits only; see Edge. */
  network: string;
  userAgent: string;
  secure: boolean;
  /** Scheme and host of the page, without a trailing slash: for links in mails. */
  origin: string;
  session: SessionToken | null;
  /** The secret of the session that this browser has or had; see accounts/session-token.ts. */
  device: string | null;
  /** The secret of the sign-up that this browser has begun. */
  draft: string | null;
  /** Where the visitor comes from, as far as the browser kept it. */
  source: Source;
  viewer: Viewer | null;
  /** The file names under which this viewer, or the one of another session token, may fetch a photo (see media/links.ts). */
  image(key: string, owner?: string): { filename: string; thumb_filename: string };
}

/** A context in which a member is logged in. */
export interface MemberContext extends Context {
  session: SessionToken;
  viewer: Viewer;
}
