import { LikedPartView } from "#app/features/discovery/likes/liked-part.tsx";
import type { CallOutput } from "#worker/server/calls.ts";

export function Liked({ liked }: Pick<CallOutput<"chat">, "liked">) {
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      {liked.map(({ own, part }) => (
        <LikedPartView key={own ? "own" : "other"} own={own} part={part} />
      ))}
    </>
  );
}
