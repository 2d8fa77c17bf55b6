import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { MatchMoment, type MatchMomentProps } from "./match-moment.shared.tsx";

type Person = Pick<CallOutput<"user">["profile"], "name" | "main_image">;
type MomentProps = Omit<MatchMomentProps, "mine" | "theirs"> & { mine: Person; theirs: Person };

/** A match moment in the server's HTML, with its style sheet. */
export function Moment({ mine, theirs, ...props }: MomentProps) {
  return (
    <>
      {momentSheet()}
      <MatchMoment {...props} mine={faceOf(mine)} theirs={faceOf(theirs)} />
    </>
  );
}

export function momentSheet() {
  return import.meta.viteRsc.loadCss("./match-moment.shared.tsx");
}

export function faceOf({ name, main_image: image }: Person) {
  return { name, src: image && edge().settings.cdn_prefix + image.filename };
}
