import { Button, type ButtonProps } from "#app/ui/button.tsx";
import { likeMember, unlikeMember } from "./likes.actions.ts";

export type LikeButtonProps = Pick<ButtonProps, "variant" | "size" | "children"> & {
  profile: string;
  /** True where the viewer likes the member: then the button takes the like back. */
  liked: boolean;
};

/** A form of its own, so that liking needs no script. */
export function LikeButton({ profile, liked, ...look }: LikeButtonProps) {
  return (
    <form action={liked ? unlikeMember : likeMember}>
      <input name="profile" type="hidden" value={profile} />
      <Button icon={liked ? "heart-filled" : "heart"} {...look} />
    </form>
  );
}
