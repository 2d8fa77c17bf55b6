import { dayOf, formatDay, formatMoment } from "#worker/platform/dates.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

/** A moment in the zone of this browser, which scripts keep in a cookie; else in UTC. UTC stands on hover. */
export function Time({ at, seconds }: { at: string; seconds?: boolean | undefined }) {
  const { reader, now } = staffEdge();
  return (
    <time dateTime={at} title={utcOf(at)}>
      {formatMoment(at, reader, now(), seconds)}
    </time>
  );
}

/** A sentence with a moment in place of its #. */
export function Timed({ text, at, seconds }: { text: string; at: string; seconds?: boolean }) {
  const [before, after] = text.split("#");
  return (
    <>
      {before}
      <Time at={at} seconds={seconds} />
      {after}
    </>
  );
}

/** The day of a moment, e.g. "29 November 2026". */
export function Day({ at }: { at: string }) {
  const { reader } = staffEdge();
  return (
    <time dateTime={dayOf(Date.parse(at), reader.zone)} title={utcOf(at)}>
      {formatDay(at, reader)}
    </time>
  );
}

function utcOf(at: string): string {
  return `${at.slice(0, 19).replace("T", " ")} UTC`;
}
