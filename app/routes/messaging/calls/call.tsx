import { data } from "react-router";
import { CallPage } from "#app/features/messaging/calls/call-page.client.tsx";
import { callPrice } from "#app/features/messaging/calls/call-price.ts";
import { callTexts } from "#app/features/messaging/calls/call-texts.ts";
import { reportParts } from "#app/features/people/reports/report-dialog.tsx";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { RING_FOR } from "#worker/messaging/calls/calls.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Data {
  conversation: string;
  chat: CallOutput<"chat">;
  call: CallOutput<"call">["call"];
}

/** `/chats/:id/call`; `?call=` names the call that rings or runs. */
export async function loader({ params: { id } }: { params: { id: string } }): Promise<Data> {
  await requireUser();
  const { backend, url, t } = edge();
  const named = url.searchParams.get("call") ?? undefined;
  const [chat, call] = await orThrow(Promise.all([backend.chat({ conversation: id }), callNamed(named)]));
  // A call of another chat has a page of its own.
  const found = call?.conversation === id ? call : null;
  if (!found && !chat.calls?.mutual) throw data({ message: t("errors.call_refused") }, { status: 404 });
  return { conversation: id, chat, call: found };
}

/** An old address leads to the start of a new call. */
async function callNamed(id: string | undefined): Promise<Data["call"]> {
  try {
    return (await edge().backend.call({ id })).call;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

export function ServerComponent({ loaderData: { conversation, chat, call } }: { loaderData: Data }) {
  const { t, language, settings, domain } = edge();
  const { profile, calls } = chat;
  const title = t("calls.title", { name: profile.name });
  return (
    <>
      <Title>{title}</Title>
      <NoIndex />
      <CallPage
        avatar={profile.main_image && settings.cdn_prefix + profile.main_image.thumb_filename}
        backHref={`/chats/${conversation}`}
        buyHref={domain.features.payments ? "/credits" : null}
        calls={calls?.mutual ? calls : null}
        conversation={conversation}
        first={calls?.first ?? false}
        found={call}
        language={language}
        name={profile.name}
        price={calls ? callPrice(calls.price, chat) : ""}
        report={reportParts()}
        ringFor={RING_FOR}
        texts={callTexts(profile.name)}
      />
      <noscript>
        <Alert>{t("calls.noScripts")}</Alert>
      </noscript>
    </>
  );
}
