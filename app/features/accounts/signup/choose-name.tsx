import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { User } from "#worker/accounts/user/user.contract.ts";
import { NAME_CODE_POINTS, NAME_LENGTH } from "#worker/people/identity/lengths.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { chooseName } from "./choose-name.actions.ts";
import css from "./intent-card.module.css";

export const NAME_SAVED = { name: "signup.choose_name.saved" } as const;

export function ChooseName({ user: { status, wanted_name: wanted, profile } }: { user: User }) {
  if (wanted === null || status !== "active") return null;
  const { t } = edge();
  const { name } = profile;
  const state = formState("choose-name");
  return (
    <section className={css.card} id="choose-name">
      <h2 className={css.title}>{t("signup.choose_name.title")}</h2>
      <p>{t("signup.choose_name.text", { wanted, name })}</p>
      <Refusal beside={["name"]} form={state} />
      <form action={chooseName} className="stack" noValidate>
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={state.values.name}
          error={state.fields.name}
          hint={t("signup.name_hint", NAME_LENGTH)}
          label={t("signup.name")}
          maxLength={NAME_CODE_POINTS}
          name="name"
          required
          spellCheck={false}
        />
        <div className="cluster">
          <Button>{t("signup.choose_name.button")}</Button>
          <Button name="keep" value={name} variant="secondary">
            {t("signup.choose_name.keep", { name })}
          </Button>
        </div>
      </form>
    </section>
  );
}
