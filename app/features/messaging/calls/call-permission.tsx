import { ButtonLink } from "#app/ui/button.tsx";
import { MenuButton } from "#app/ui/menu.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./call-permission.module.css";
import { allowCalls } from "./calls.actions.ts";

interface CallPermissionProps {
  calls: CallOutput<"chat">["calls"];
  /** Null before the first message. */
  conversation: { id: string } | null;
  name: string;
}

/** In the conversation's head, once both allow it. */
export function CallLink({ calls, conversation, name }: CallPermissionProps) {
  if (!calls?.mutual || !conversation) return null;
  return (
    <ButtonLink href={`/chats/${conversation.id}/call`} icon="phone" iconOnly variant="quiet">
      {edge().t("calls.allow.call", { name })}
    </ButtonLink>
  );
}

/** In the conversation's menu, once both have written. */
export function CallPermission({ calls, conversation, name }: CallPermissionProps) {
  const { t } = edge();
  if (!calls?.answered || !conversation) return null;
  const { allowed, mutual } = calls;
  const note = mutual ? null : t(allowed ? "calls.allow.waits" : "calls.allow.what", { name });
  return (
    <form action={allowCalls} className={css.allow} data-closes="" noValidate>
      <input name="conversation" type="hidden" value={conversation.id} />
      <input name="allow" type="hidden" value={allowed ? "" : "1"} />
      <MenuButton aria-describedby={note ? "calls-what" : undefined} icon={allowed ? "phone-off" : "phone"}>
        {t(allowed ? "calls.allow.off" : "calls.allow.on", { name })}
      </MenuButton>
      {note && (
        <p className={css.note} id="calls-what">
          {note}
        </p>
      )}
    </form>
  );
}
