import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { RequestAgain, RequestAnswer } from "./request-answer.tsx";
import css from "./requests.module.css";

/** In a conversation that its reader has not accepted. */
export function RequestBox({ chat: { conversation, profile, request } }: { chat: CallOutput<"chat"> }) {
  const { t } = edge();
  if (!conversation || !request) return null;
  const { name } = profile;
  return (
    <div className={css.box}>
      <Refusal form={formState("request")} />
      {request === "declined" ? (
        <Alert action={<RequestAgain conversation={conversation.id} />} title={t("chat.requests.declined", { name })} />
      ) : (
        <Alert action={<RequestAnswer conversation={conversation.id} name={name} />} title={t("chat.requests.open", { name })}>
          {t("chat.requests.unseen", { name })}
        </Alert>
      )}
    </div>
  );
}
