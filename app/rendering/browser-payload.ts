import type { FormPayload, ReadPayload } from "#app/page/payload.ts";
import { elementsOf, type Matched, pageOf } from "./document.ts";

/** The router's payload as the browser needs it: elements without the route table. */
export function browserPayload(payload: Matched["payload"]): ReadPayload | FormPayload {
  if (payload.type !== "action") return readPayload(payload);
  const page = Promise.resolve(payload.rerender).then((rerender) => (rerender ? readPayload(rerender) : FAILED));
  return { type: "form", answer: payload.actionResult, page };
}

const FAILED = { type: "failed" } as const;

function readPayload(payload: Matched["payload"]): ReadPayload {
  if (payload.type === "redirect") {
    const { location, replace, reload } = payload;
    return { type: "redirect", location, replace: replace === true, reload: reload === true };
  }
  if (payload.type !== "render" || payload.errors) return FAILED;
  return pageOf(elementsOf(payload));
}
