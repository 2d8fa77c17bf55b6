import { edge } from "#worker/edge/edge.ts";

type TitleProps = {
  children: string;
  description?: string;
};

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
