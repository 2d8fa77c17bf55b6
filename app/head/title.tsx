import { edge } from "#worker/edge/edge.ts";

type TitleProps = {
  /** What the page is, in the visitor's language. */
  children: string;
  /** For search engines and link previews. */
  description?: string;
};

/** The page's title, with the sum of unread messages and new likes in front (spec section 2). */
export async function Title({ children, description }: TitleProps) {
  const { settings, user } = edge();
  const member = await user();
  const news = member ? member.unread_messages + member.new_likes : 0;
  return (
    <>
      <title>{`${news > 0 ? `(${news}) ` : ""}${children} · ${settings.name}`}</title>
      {description && <meta content={description} name="description" />}
    </>
  );
}
