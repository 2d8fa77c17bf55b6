import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert, FIRST } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { pauseBuying } from "./exclusions.actions.ts";
import css from "./exclusions.module.css";

export function PurchasePause({ until }: { until: string | null }) {
  const { t, reader } = edge();
  const state = formState("pause-buying");
  return (
    <Card title={t("exclusions.pause.title")}>
      {until ? (
        <Alert icon="clock" title={t("exclusions.pause.running", { date: formatTime(until, reader) })} />
      ) : (
        <>
          <p>{t("exclusions.pause.text")}</p>
          <Refusal form={state} />
          <form action={pauseBuying} className="stack" noValidate>
            {state.done ? <Sure /> : <Button variant="secondary">{t("exclusions.pause.ask")}</Button>}
          </form>
        </>
      )}
    </Card>
  );
}

function Sure() {
  const { t } = edge();
  return (
    <>
      <input name="step" type="hidden" value="confirm" />
      <p {...FIRST}>{t("exclusions.pause.sure")}</p>
      <div className={css.buttons}>
        <Button variant="danger">{t("exclusions.pause.confirm")}</Button>
        <ButtonLink href="/settings/spending" variant="quiet">
          {t("exclusions.pause.cancel")}
        </ButtonLink>
      </div>
    </>
  );
}
