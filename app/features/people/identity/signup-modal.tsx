import { Avatar } from "#app/ui/avatar.tsx";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { Button, ButtonLink, type ButtonProps } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { signupOpen, withNext } from "./flow.ts";
import css from "./signup-modal.module.css";

export type SignupModalProps = {
  id: string;
  reason: string;
  /** The return path after log-in; it carries the intent. */
  next: string;
  name?: string;
  photo?: string | null;
  /** The domain's label of a fictional profile. */
  fictional?: string | false;
};

/** Offers log-in and sign-up, then returns to the intent. A popover: a SignupTrigger opens it, the browser closes it. */
export function SignupModal({ id, reason, next, name, photo, fictional }: SignupModalProps) {
  const { t, settings } = edge();
  const open = signupOpen();
  return (
    <dialog aria-labelledby={`${id}-title`} className={css.modal} id={id} popover="auto">
      <div className={css.panel}>
        <Button
          className={css.close}
          icon="close"
          iconOnly
          popoverTarget={id}
          popoverTargetAction="hide"
          type="button"
          variant="quiet"
        >
          {t("signup.modal.close")}
        </Button>
        {name && <Avatar name={name} size="xl" src={photo} />}
        {fictional && <FictionalBadge>{fictional}</FictionalBadge>}
        <h2 className={css.title} id={`${id}-title`}>
          {reason}
        </h2>
        <p className={css.text}>{open ? t("signup.intro") : t("signup.closed.text", { site: settings.name })}</p>
        <div className={css.ways}>
          {open && (
            <ButtonLink href={withNext("/signup", next)} size="l" wide>
              {t("signup.submit")}
            </ButtonLink>
          )}
          <ButtonLink href={withNext("/login", next)} size="l" variant={open ? "secondary" : "primary"} wide>
            {t("sessions.login.submit")}
          </ButtonLink>
        </div>
      </div>
    </dialog>
  );
}

/** Opens a SignupModal by its id; needs no script. */
export function SignupTrigger({ modal, ...button }: ButtonProps & { modal: string }) {
  return <Button aria-haspopup="dialog" popoverTarget={modal} type="button" {...button} />;
}
