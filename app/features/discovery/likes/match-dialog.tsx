import { Dialog } from "#app/ui/dialog.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { FirstMessage, refusedMatch } from "./first-message.tsx";
import { Moment } from "./moment.tsx";

const PARAM = "match";

/** Match dialog after a mutual like, open in the HTML; a refused first message keeps it open. Null without a match. */
export async function MatchDialog() {
  const { t, url, backend, now } = edge();
  const refused = refusedMatch();
  const id = refused?.profile ?? url.searchParams.get(PARAM);
  const user = id ? await edge().user() : null;
  if (!id || !user) return null;
  const [member, chat] = await Promise.all([
    backend.member({ id, visit: "0" }).catch(() => null),
    backend.chat({ profile: id }).catch(() => null),
  ]);
  if (!chat || !(member?.relation?.match || refused)) return refused && <LostMatch {...refused} />;
  return (
    <Dialog closeLabel={t("notices.close")} focusInside={refused !== null} id="match" key={id} open size="full" title={null}>
      <Moment chat={chat} focusInside={refused !== null} mine={user.profile} titleId="match-title">
        <FirstMessage chat={chat} />
      </Moment>
      <FlashMessage at={now()} param={PARAM} />
    </Dialog>
  );
}

/** After a block or a deletion there is no chat to lead to; the text can still be copied. */
function LostMatch({ message, text }: { message: string | null; text: string }) {
  const { t } = edge();
  return (
    <Dialog closeLabel={t("notices.close")} id="match" open title={message}>
      <p dir="auto">{text}</p>
    </Dialog>
  );
}
