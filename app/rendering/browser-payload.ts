import type { unstable_RSCPayload as RSCPayload } from "react-router";
import type { FormPayload, ReadPayload, RedirectPayload } from "#app/page/payload.ts";
import { elementsOf, pageOf } from "./document.ts";

/** The router's payload as the browser needs it: elements without the route table. */
export function browserPayload(payload: RSCPayload): ReadPayload | FormPayload {
  if (payload.type !== "action") return readPayload(payload);
  const page = Promise.resolve(payload.rerender).then((rerender) => (rerender ? readPayload(rerender) : FAILED));
  return { type: "form", answer: payload.actionResult, page };
}

const FAILED = { type: "failed" } as const;

function readPayload(payload: RSCPayload): ReadPayload {
  if (payload.type === "redirect") return redirectOf(payload);
  if (payload.type !== "render" || payload.errors) return FAILED;
  return pageOf(elementsOf(payload));
}

function redirectOf({ location, replace, reload }: Extract<RSCPayload, { type: "redirect" }>): RedirectPayload {
  return { type: "redirect", location, replace: replace === true, reload: reload === true };
}
