import { edge } from "#worker/server/edge/edge.ts";
import { sharedAddress } from "./alternates.tsx";
import { ShareTags } from "./share-tags.tsx";

type TitleProps = {
  children: string;
  description?: string;
};

export async function Title({ children, description }: TitleProps) {
  const { settings, user, url } = edge();
  const member = await user();
  const news = member ? member.unread_messages + member.new_likes + member.news : 0;
  return (
    <>
      <title>{`${news > 0 ? `(${news}) ` : ""}${children} · ${settings.name}`}</title>
      {description && <meta content={description} name="description" />}
      {!member && sharedAddress(url).path && <ShareTags description={description ?? settings.description} title={children} />}
    </>
  );
}
