import { Button, type ButtonProps } from "#app/ui/button.tsx";
import { likeMember, unlikeMember } from "./likes.actions.ts";

export type LikeButtonProps = Pick<ButtonProps, "variant" | "size" | "children"> & {
  profile: string;
  /** If true, the button withdraws the like. */
  liked: boolean;
};

/** A form, so that it works without JavaScript. */
export function LikeButton({ profile, liked, ...look }: LikeButtonProps) {
  return (
    <form action={liked ? unlikeMember : likeMember}>
      <input name="profile" type="hidden" value={profile} />
      <Button icon={liked ? "heart-filled" : "heart"} {...look} />
    </form>
  );
}
