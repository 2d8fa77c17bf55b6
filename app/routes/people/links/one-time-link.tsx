import type { ReactNode } from "react";
import { data, redirect } from "react-router";
import { loadReactivationLink, ReactivationLink } from "#app/features/accounts/leaving/reactivation-link.tsx";
import { loadUndoLink, UndoLink } from "#app/features/accounts/recovery/undo-link.tsx";
import { LoginLink, loadLoginLink } from "#app/features/accounts/sessions/login-link.tsx";
import { ActivationLink, loadActivationLink } from "#app/features/accounts/signup/activation-link.tsx";
import { InviteLink, lookAtInvite } from "#app/features/accounts/signup/invite-link.tsx";
import { UnsubscribeLink } from "#app/features/delivery/mail/unsubscribe-link.tsx";
import { isUnsubscribeLink } from "#worker/delivery/mail/unsubscribe.vocabulary.ts";
import { isBrokenLink, isLink } from "#worker/people/links/vocabulary.ts";

interface LinkPage<Found> {
  /** True if a path has the form of this link; `load` or the page's button checks its validity. */
  fits(token: string): boolean;
  /** Data for the page. Must not change anything: mail scanners open links. */
  load?(token: string): Promise<Found>;
  Page(props: { token: string; found: Found }): ReactNode | Promise<ReactNode>;
}

/** Ties the page's props to the result of `load`. */
const linkPage = <Found,>(page: LinkPage<Found>) => page as LinkPage<unknown>;

/** One-time links of mails and invitations; the first letter of the token is the type. */
const LINKS = [
  linkPage({ fits: (text) => isLink("activation", text), load: loadActivationLink, Page: ActivationLink }),
  linkPage({ fits: (text) => isLink("mail_undo", text), load: loadUndoLink, Page: UndoLink }),
  linkPage({ fits: (text) => isLink("login", text), load: loadLoginLink, Page: LoginLink }),
  linkPage({ fits: isUnsubscribeLink, Page: UnsubscribeLink }),
  linkPage({ fits: (text) => isLink("reactivation", text), load: loadReactivationLink, Page: ReactivationLink }),
  linkPage({ fits: (text) => isLink("invite", text), load: lookAtInvite, Page: InviteLink }),
];

const linkOf = (token: string) => LINKS.find(({ fits }) => fits(token));

/** `/{token}`: a one-time link, complete or truncated by a mail client. Any other form is a 404. */
export async function loader({ params }: { params: { token: string } }) {
  const link = linkOf(params.token);
  if (!link) throw isBrokenLink("activation", params.token) ? redirect("/activate/error") : data(null, { status: 404 });
  return { found: await link.load?.(params.token) };
}

export function ServerComponent({ params, loaderData }: { params: { token: string }; loaderData: { found: unknown } }) {
  const Page = linkOf(params.token)?.Page;
  return Page && <Page found={loaderData.found} token={params.token} />;
}
