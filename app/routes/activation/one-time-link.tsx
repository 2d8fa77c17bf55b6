import type { ReactNode } from "react";
import { data } from "react-router";
import { ActivationLink } from "#app/features/activation/activation-link.tsx";
import { UndoLink } from "#app/features/recovery/undo-link.tsx";
import { isActivationLink } from "#worker/accounts/activation.ts";
import { isUndoLink } from "#worker/accounts/mail-undo.ts";

interface LinkPage {
  /** Whether a path has the form of this link; whether it is good the page's button finds out. */
  fits(token: string): boolean;
  Page(props: { token: string }): ReactNode;
}

/** The links of our mails by what they are for, which the first letter says. */
const LINKS: LinkPage[] = [
  { fits: isActivationLink, Page: ActivationLink },
  { fits: isUndoLink, Page: UndoLink },
];

const linkOf = (token: string) => LINKS.find(({ fits }) => fits(token));

/** `/{token}`: anything that has not the form of a link of ours is an unknown page. */
export function loader({ params }: { params: { token: string } }) {
  if (!linkOf(params.token)) throw data(null, { status: 404 });
  return null;
}

export function ServerComponent({ params }: { params: { token: string } }) {
  const link = linkOf(params.token);
  return link && <link.Page token={params.token} />;
}
