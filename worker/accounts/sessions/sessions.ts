import type { Live } from "#worker/delivery/live/live.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { deviceFrom } from "#worker/people/identity/device.vocabulary.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { contract } from "./sessions.contract.ts";
import type { OpenSession, SessionsStore } from "./sessions.store.ts";

/** Ms for which the list marks a log-in on an unknown device. */
const NEW_FOR = 7 * DAY;

export interface SessionsDeps {
  sessions: SessionsStore;
  live: Live;
}

export function createSessions({ sessions, live }: SessionsDeps) {
  return {
    async sessions(ctx: MemberContext): Promise<Output<typeof contract.sessions>> {
      const rows = await sessions.listOpen(ctx.viewer.id, ctx.now);
      const listed = await Promise.all(rows.map((row) => shown(row, ctx)));
      return { sessions: listed.sort((a, b) => Number(b.current) - Number(a.current)) };
    },

    /** Needs no password: it admits no intruder. Idempotent for `all`. @throws not_found */
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
      // A mail's link would open the account again.
      if (input.all) await sessions.dropLoginLinks(ctx.viewer.id);
      // The live object refuses the sessions and closes their sockets before D1 does.
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
  // D1 learns of activity once a minute.
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

/** Hashed again: photo links and objects know a session by its token hash. */
function sessionId(tokenHash: string): Promise<string> {
  return sha256(`session\n${tokenHash}`);
}
