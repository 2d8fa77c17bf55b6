import type { MemberContext } from "../context.ts";
import { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { DAY } from "../lib/limits.ts";
import type { Live } from "../live/live.ts";
import { deviceFrom } from "./device.ts";
import type { contract } from "./sessions.contract.ts";
import type { OpenSession, SessionsStore } from "./sessions.store.ts";

/** How long a log-in on a device that was not known before stands out in the list, in ms. */
const NEW_FOR = 7 * DAY;

export interface SessionsDeps {
  sessions: SessionsStore;
  live: Live;
}

/** Where a member is logged in, and the end of it. */
export function createSessions({ sessions, live }: SessionsDeps) {
  return {
    async sessions(ctx: MemberContext): Promise<Output<typeof contract.sessions>> {
      const rows = await sessions.listOpen(ctx.viewer.id, ctx.now);
      const listed = await Promise.all(rows.map((row) => shown(row, ctx)));
      return { sessions: listed.sort((a, b) => Number(b.current) - Number(a.current)) };
    },

    /**
     * Whoever has a session may end every one of the account: nobody is let in by it.
     * @throws not_found for an id that is none of the member's; ending all twice is no error.
     */
    async endSessions(
      ctx: MemberContext,
      input: Input<typeof contract.endSessions>,
    ): Promise<Answer<Output<typeof contract.endSessions>>> {
      const open = await sessions.open(ctx.viewer.id, ctx.now);
      const own = ctx.viewer.tokenHash;
      const wanted = input.all ? open.filter((hash) => !(input.keep_this && hash === own)) : [];
      if (input.session !== undefined) {
        const ids = await Promise.all(open.map(sessionId));
        const found = open[ids.indexOf(input.session)];
        if (found === undefined) throw new AppError("not_found");
        wanted.push(found);
      }
      // The member's object first: what it vouches for is over, and its sockets closed, before D1 says so.
      await live.revoke(ctx.viewer.id, wanted);
      const ended = await sessions.end(ctx.viewer.id, wanted, ctx.now);
      return new Answer({ ended }, wanted.includes(own) ? { session: { ended: ctx.device } } : {});
    },
  };
}

async function shown(
  row: OpenSession,
  { viewer, now }: MemberContext,
): Promise<Output<typeof contract.sessions>["sessions"][number]> {
  const current = row.tokenHash === viewer.tokenHash;
  // The device that asks is here now; D1 hears so once a minute.
  const seen = current ? now : Math.max(row.lastSeenAt, row.createdAt);
  return {
    id: await sessionId(row.tokenHash),
    ...deviceFrom(row.userAgent),
    country: row.country || null,
    signed_in_at: new Date(row.createdAt).toISOString(),
    last_seen_at: new Date(seen).toISOString(),
    current,
    new_device: row.newDevice && !current && now - row.createdAt < NEW_FOR,
  };
}

/** A session's name outside of D1: from it nobody comes to the hash, by which photo links and objects know the session. */
function sessionId(tokenHash: string): Promise<string> {
  return sha256(`session\n${tokenHash}`);
}
