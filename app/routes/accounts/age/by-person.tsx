import { data, redirect } from "react-router";
import css from "#app/features/accounts/age/age.module.css";
import { sendCheck } from "#app/features/accounts/age/age-check.actions.ts";
import { CheckRefused, CheckWaits } from "#app/features/accounts/age/by-person.tsx";
import { GestureDrawing } from "#app/features/discovery/verifications/gesture.tsx";
import { ageNext, agePath } from "#app/request/age-first.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { FormKey } from "#app/request/form-key.tsx";
import { formState } from "#app/request/forms.ts";
import { NotConfirmed } from "#app/request/not-confirmed.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { wasTooLarge } from "#app/request/too-large.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { controlIds, Field, fieldId } from "#app/ui/field.tsx";
import { FilePicker } from "#app/ui/file-picker.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { AgeCheck } from "#worker/accounts/age/age-checks.contract.ts";
import { UNDECIDED } from "#worker/accounts/age/age-checks.vocabulary.ts";
import { PICTURE_LIMITS } from "#worker/discovery/photos/photos.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

/** `/proof-of-age/person`: a pose and a document, for a moderator's eyes. */
export async function loader(): Promise<AgeCheck> {
  await requireUser();
  const { backend, domain, url, method, t } = edge();
  if (!domain.features.verification) throw data({ message: t("errors.not_found") }, { status: 404 });
  const [{ needed }, check] = await Promise.all([orThrow(backend.ageProof({})), orThrow(backend.ageCheck({}))]);
  const isAsked = needed?.methods.includes("person") || check.latest?.status === "waiting";
  if (!isAsked && method === "GET") throw redirect(agePath(ageNext(url.searchParams.get("next"))));
  return check;
}

export function ServerComponent({ loaderData: check }: { loaderData: AgeCheck }) {
  const { t, url, settings } = edge();
  const next = ageNext(url.searchParams.get("next"));
  const { latest } = check;
  return (
    <CardPage noIndex title={t("age.person.title")}>
      <PageHeader intro={t("age.person.text", { site: settings.name })} title={t("age.person.title")} />
      {latest?.status === "waiting" ? (
        <CheckWaits latest={latest} next={next} />
      ) : (
        <>
          {latest && <CheckRefused latest={latest} />}
          <ul className={css.facts}>
            <li>{t("age.person.facts.unseen", { site: settings.name })}</li>
            <li>{t("age.person.facts.erased", { days: UNDECIDED / DAY })}</li>
            <li>{t("age.person.facts.cover")}</li>
          </ul>
          <Pictures gesture={check.gesture} next={next} />
        </>
      )}
      <ButtonLink href={agePath(next)} variant="quiet">
        {t("age.elsewhere.button")}
      </ButtonLink>
    </CardPage>
  );
}

function Pictures({ gesture, next }: Pick<AgeCheck, "gesture"> & { next: string }) {
  const { t } = edge();
  const { megabytes, side } = PICTURE_LIMITS;
  const state = formState("age-check");
  const hint = t("age.person.hint", { mb: megabytes, px: side });
  return (
    <form action={sendCheck} className="stack" id="upload" noValidate>
      <FormKey />
      <input name="next" type="hidden" value={next} />
      {wasTooLarge() && <Alert title={t("age.person.tooLarge", { mb: megabytes })} tone="error" />}
      {state.code === "not_confirmed" ? (
        <NotConfirmed tone="error" />
      ) : (
        <Refusal beside={["pose", "document", "agreed"]} form={state} />
      )}
      <h2 className={css.title}>{t("age.person.pose")}</h2>
      <div className={css.pose}>
        <GestureDrawing gesture={gesture} />
        <div>
          <p>{t(`verifications.gestures.${gesture}`)}</p>
          <p className="muted">{t("verifications.how")}</p>
        </div>
      </div>
      <Picture capture="user" error={state.fields.pose} hint={hint} label={t("verifications.file")} name="pose" />
      <h2 className={css.title}>{t("age.person.document")}</h2>
      <Picture
        capture="environment"
        error={state.fields.document}
        hint={t("age.person.which")}
        label={t("age.person.file")}
        name="document"
      />
      <Checkbox error={state.fields.agreed} label={t("age.person.agree")} name="agreed" required value="1" />
      <div>
        <Button icon="camera" size="l">
          {t("age.person.submit")}
        </Button>
      </div>
    </form>
  );
}

interface PictureProps {
  name: "pose" | "document";
  label: string;
  hint: string;
  error: string | undefined;
  capture: "user" | "environment";
}

function Picture({ name, label, hint, error, capture }: PictureProps) {
  const { t } = edge();
  const id = fieldId(name);
  return (
    <Field error={error} hint={hint} id={id} label={label}>
      <FilePicker
        {...controlIds(id, { hint, error })}
        accept="image/jpeg,image/png,image/webp"
        capture={capture}
        name={name}
        words={{ choose: t("photos.own.choose"), chosen: t("photos.own.chosen") }}
      />
    </Field>
  );
}
