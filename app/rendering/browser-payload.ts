import type { FormPayload, ReadPayload } from "#app/page/payload.ts";
import { encodeAnswer, FORM_ANSWER } from "#worker/platform/form-answer.ts";
import { pageEdge } from "#worker/server/edge/edge.ts";
import { type Deps, elementsOf, type Matched, type Page, pageOf, type RedirectPayload, type RenderPayload } from "./document.ts";
import { logUnexpected } from "./errors.ts";

/** Answers what the browser reads: the router's payload as it needs it, elements without the route table. */
export function createPayloads({ encode }: Pick<Deps, "encode">) {
  function answer({ payload, statusCode: status, headers }: Matched, options: Page["options"]): Response {
    const { form, requestId } = pageEdge();
    const answered = payload.type === "action" && form && encodeAnswer(form);
    if (answered) headers.set(FORM_ANSWER, answered);
    headers.set("content-type", "text/x-component");
    const onError = (error: unknown) => {
      logUnexpected(error, requestId);
      return options.onError?.(error);
    };
    const shown = browserPayload(payload, (error) => logUnexpected(error, requestId, status));
    return new Response(encode(shown, { ...options, onError }), { status, headers });
  }

  return { answer };
}

type OnFailure = (error: unknown) => void;

function browserPayload(payload: Matched["payload"], onFailure: OnFailure): ReadPayload | FormPayload {
  if (payload.type !== "action") return readPayload(payload, onFailure);
  const page = Promise.resolve(payload.rerender).then((rerender) => (rerender ? readPayload(rerender, onFailure) : FAILED));
  return { type: "form", answer: payload.actionResult, page };
}

const FAILED = { type: "failed" } as const;

function readPayload(payload: RenderPayload | RedirectPayload, onFailure: OnFailure): ReadPayload {
  if (payload.type === "redirect") {
    const { location, replace, reload } = payload;
    return { type: "redirect", location, replace: replace === true, reload: reload === true };
  }
  if (!payload.errors) return pageOf(elementsOf(payload));
  for (const error of Object.values(payload.errors)) onFailure(error);
  return FAILED;
}
