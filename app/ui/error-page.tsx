import { ButtonLink } from "#app/ui/button.tsx";
import css from "./error-page.module.css";

export type ErrorPageProps = {
  status?: number;
  message: string;
  hint?: string;
  link: { href: string; label: string };
  request?: { label: string; id: string };
};

export function ErrorPage({ status, message, hint, link, request }: ErrorPageProps) {
  return (
    <div className={css.page}>
      {status && <p className={css.status}>{status}</p>}
      <h1 className={css.message}>{message}</h1>
      {hint && <p className={css.hint}>{hint}</p>}
      <ButtonLink href={link.href} icon="home" size="l">
        {link.label}
      </ButtonLink>
      {request && (
        <p className={css.request}>
          {request.label} <code>{request.id}</code>
        </p>
      )}
    </div>
  );
}
