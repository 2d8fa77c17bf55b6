import { ListPages } from "#app/features/accounts/settings/list-pages.tsx";
import { RequestRow } from "#app/features/messaging/chat/request-row.tsx";
import { Title } from "#app/head/title.tsx";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Saved } from "#app/request/saved.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Rows } from "#app/ui/rows.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

const PATH = "/chats/requests";

type Found = CallOutput<"requests">;

/** `/chats/requests`: first messages that wait. */
export async function loader(): Promise<Found> {
  await requireUser();
  const { backend, url } = edge();
  return orThrow(backend.requests({ cursor: url.searchParams.get("cursor") ?? undefined }));
}

export function ServerComponent({ loaderData: { requests, cursor } }: { loaderData: Found }) {
  const { t } = edge();
  return (
    <div className="container reading page stack loose">
      <Title>{t("chat.requests.title")}</Title>
      <PageHeader
        actions={
          <ButtonLink href="/chats" icon="back" variant="quiet">
            {t("chat.back")}
          </ButtonLink>
        }
        title={t("chat.requests.title")}
      />
      <Saved texts={{ declined: "chat.requests.done" }} />
      <Refusal form={formState("request")} />
      <LiveRefresh events={["chats", "profile"]} />
      {requests.length > 0 ? (
        <>
          <p className="muted">{t("chat.requests.intro")}</p>
          <Rows>
            {requests.map((request) => (
              <RequestRow key={request.conversation.id} request={request} />
            ))}
          </Rows>
        </>
      ) : (
        <EmptyState icon="message" title={t("chat.requests.empty.title")}>
          {t("chat.requests.empty.text", { setting: t("notifications.privacy.first_messages.title") })}
        </EmptyState>
      )}
      <ListPages cursor={cursor} first={t("chat.requests.first")} path={PATH} />
      <StandaloneLink href="/settings/privacy#first-messages">{t("notifications.privacy.first_messages.title")}</StandaloneLink>
    </div>
  );
}
