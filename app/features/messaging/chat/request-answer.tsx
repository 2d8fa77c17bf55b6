import { reportPath } from "#app/features/people/reports/report-path.shared.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { answerRequest } from "./chat.actions.ts";

/** Accept, decline, report: below the message itself and in the list. */
export function RequestAnswer({ conversation, name }: { conversation: string; name: string }) {
  const { t, domain } = edge();
  return (
    <form action={answerRequest} className="cluster" noValidate>
      <input name="conversation" type="hidden" value={conversation} />
      <Button aria-label={t("chat.requests.acceptName", { name })} icon="check" name="answer" size="s" value="accept">
        {t("chat.requests.accept")}
      </Button>
      <Button aria-label={t("chat.requests.declineName", { name })} name="answer" size="s" value="decline" variant="secondary">
        {t("chat.requests.decline")}
      </Button>
      {domain.features.reports && (
        <ButtonLink href={reportPath("chat", conversation)} icon="flag" size="s" variant="quiet">
          {t("reports.links.chat")}
        </ButtonLink>
      )}
    </form>
  );
}

/** Takes a decline back. */
export function RequestAgain({ conversation }: { conversation: string }) {
  const { t } = edge();
  return (
    <form action={answerRequest} noValidate>
      <input name="conversation" type="hidden" value={conversation} />
      <Button icon="check" name="answer" size="s" value="accept" variant="secondary">
        {t("chat.requests.again")}
      </Button>
    </form>
  );
}
