import type { ReactNode } from "react";
import { PendingDeletion } from "#app/features/accounts/leaving/pending-deletion.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export interface MailRequestProps {
  /** Form id for `formState`. */
  id: string;
  run: (data: FormData) => Promise<void>;
  title: string;
  intro: string;
  children: ReactNode;
}

export function MailRequest({ id, run, title, intro, children }: MailRequestProps) {
  const { t } = edge();
  const state = formState(id);
  return (
    <>
      <PageHeader intro={intro} title={title} />
      <Refusal beside={["email"]} form={state} />
      <PendingDeletion form={id} />
      <form action={run} className="stack" noValidate>
        <EmailInput defaultValue={state.values.email} error={state.fields.email} label={t("recovery.reset.email")} required />
        <Button icon="mail" size="l" wide>
          {children}
        </Button>
      </form>
      <StandaloneLink centred href="/login">
        {t("recovery.reset.back")}
      </StandaloneLink>
    </>
  );
}

export interface MailSentProps {
  again: { href: string; label: string };
  children: ReactNode;
}

/** Confirms the request and helps if the mail does not arrive. */
export function MailSent({ again, children }: MailSentProps) {
  const { t } = edge();
  return (
    <ResultMessage
      icon="mail"
      onwards={{ href: "/login", label: t("recovery.reset.back"), variant: "secondary" }}
      title={t("recovery.reset.sent.title")}
    >
      <div className="stack">
        <p>{children}</p>
        <p>
          {t("recovery.reset.sent.nothing")} <a href={again.href}>{again.label}</a>
        </p>
      </div>
    </ResultMessage>
  );
}
