import { data } from "react-router";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { GestureDrawing } from "#app/features/discovery/verifications/gesture.tsx";
import { sendProof, withdrawProof } from "#app/features/discovery/verifications/verification.actions.ts";
import { FormKey } from "#app/request/form-key.tsx";
import { formState } from "#app/request/forms.ts";
import { NotConfirmed } from "#app/request/not-confirmed.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { wasTooLarge } from "#app/request/too-large.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { controlIds, Field, fieldId } from "#app/ui/field.tsx";
import { FilePicker } from "#app/ui/file-picker.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import { PICTURE_LIMITS } from "#worker/discovery/photos/photos.vocabulary.ts";
import type { Verification } from "#worker/discovery/verifications/verifications.contract.ts";
import { PROOF_DAYS } from "#worker/people/identity/verifications.vocabulary.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./verification.module.css";

export const handle = { scripts: "member" };

/** `/settings/verification`: a gesture to show, and what became of the last proof. */
export async function loader(): Promise<Verification> {
  await requireUser();
  const { backend, domain, t } = edge();
  if (!domain.features.verification) throw data({ message: t("errors.not_found") }, { status: 404 });
  return orThrow(backend.verification({}));
}

export function ServerComponent({ loaderData: state }: { loaderData: Verification }) {
  const { t } = edge();
  const waits = state.latest?.status === "waiting";
  return (
    <SettingsFrame
      intro={t("verifications.intro")}
      saved={{ sent: "verifications.sent", withdrawn: "verifications.withdraw.done" }}
    >
      <Standing {...state} />
      {!waits && !state.has_photo && <NeedsPhoto />}
      {!waits && state.has_photo && (
        <Card padding="l">
          {state.verified ? (
            <Disclosure summary={t("verifications.again")}>
              <Pose gesture={state.gesture} />
            </Disclosure>
          ) : (
            <Pose gesture={state.gesture} />
          )}
        </Card>
      )}
      <Card padding="l">
        <h2>{t("verifications.facts.title")}</h2>
        <ul className={css.facts}>
          <li>{t("verifications.facts.unseen")}</li>
          <li>{t("verifications.facts.person")}</li>
          <li>{t("verifications.facts.erased", { days: PROOF_DAYS })}</li>
          <li>{t("verifications.facts.back")}</li>
        </ul>
        <p className="muted">{t("verifications.rule")}</p>
        {state.latest && <Withdraw />}
      </Card>
    </SettingsFrame>
  );
}

/** The mark, and the latest proof. */
function Standing({ verified, latest }: Verification) {
  const { t, reader } = edge();
  const fallen = !verified && latest?.status === "approved";
  return (
    <>
      {verified && (
        <Alert icon="verified" title={t("verifications.approved.title")} tone="success">
          {t("verifications.approved.text")}
        </Alert>
      )}
      {fallen && (
        <Alert title={t("verifications.fallen.title")} tone="warning">
          {t("verifications.fallen.text")}
        </Alert>
      )}
      {latest?.status === "waiting" && (
        <Alert icon="clock" title={t("verifications.waiting.title")}>
          {t("verifications.waiting.text", { time: formatTime(latest.sent_at, reader) })}
        </Alert>
      )}
      {latest?.status === "refused" && latest.reason && (
        <Alert title={t("verifications.refused")} tone="warning">
          <p>{t(`verifications.reasons.${latest.reason}`)}</p>
          <StandaloneLink href="/complaints">{t("mail.letters.photo_refused.object")}</StandaloneLink>
        </Alert>
      )}
    </>
  );
}

function NeedsPhoto() {
  const { t } = edge();
  return (
    <Alert title={t("verifications.needsPhoto.title")}>
      <p>{t("verifications.needsPhoto.text")}</p>
      <ButtonLink href="/profile#photos" icon="camera" variant="secondary">
        {t("photos.own.title")}
      </ButtonLink>
    </Alert>
  );
}

const FILE = "file";

function Pose({ gesture }: Pick<Verification, "gesture">) {
  const { t } = edge();
  const { megabytes, side } = PICTURE_LIMITS;
  const state = formState("proof");
  const error = wasTooLarge() ? t("errors.field.picture_too_large", { max: megabytes }) : state.fields.file;
  const hint = t("photos.own.hint", { mb: megabytes, px: side });
  const id = fieldId(FILE);
  return (
    <>
      <h2>{t("verifications.show")}</h2>
      <div className={css.pose}>
        <GestureDrawing gesture={gesture} />
        <div className={css.words}>
          <p className={css.name}>{t(`verifications.gestures.${gesture}`)}</p>
          <p className="muted">{t("verifications.how")}</p>
        </div>
      </div>
      <form action={sendProof} className="stack" id="upload" noValidate>
        <FormKey />
        {state.code === "not_confirmed" ? <NotConfirmed tone="error" /> : <Refusal beside={["file", "agreed"]} form={state} />}
        <Field error={error} hint={hint} id={id} label={t("verifications.file")}>
          <FilePicker
            {...controlIds(id, { hint, error })}
            accept="image/jpeg,image/png,image/webp"
            capture="user"
            name={FILE}
            words={{ choose: t("photos.own.choose"), chosen: t("photos.own.chosen") }}
          />
        </Field>
        <Checkbox error={state.fields.agreed} label={t("verifications.agree")} name="agreed" required value="1" />
        <div>
          <Button icon="camera" size="l">
            {t("verifications.submit")}
          </Button>
        </div>
      </form>
    </>
  );
}

function Withdraw() {
  const { t } = edge();
  return (
    <Disclosure summary={t("verifications.withdraw.title")}>
      <form action={withdrawProof} className="stack" noValidate>
        <Refusal form={formState("withdraw")} />
        <p>{t("verifications.withdraw.text")}</p>
        <div>
          <Button icon="trash" variant="danger">
            {t("verifications.withdraw.button")}
          </Button>
        </div>
      </form>
    </Disclosure>
  );
}
