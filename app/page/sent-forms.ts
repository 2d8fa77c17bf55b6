import type { FORM_ANSWER } from "#worker/platform/form-answer.ts";

const ANSWER: typeof FORM_ANSWER = "form-answer";

const running = new Set<Promise<unknown>>();
let sent = 0;
/** The form's answer that the page at this address shows. Undefined until the document's own answer is read. */
let shown: { address: string; answer: string } | null | undefined;

/** Counts a form until its answer has come. */
export function noteForm(answer: Promise<unknown>): void {
  sent++;
  running.add(answer);
  const end = () => running.delete(answer);
  answer.then(end, end);
}

export function formsSent(): number {
  return sent;
}

/** Resolves once no form waits for its answer. */
export async function formsAnswered(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running);
}

/** `fetch` for forms. Keeps the state of the answered form: the page shows it until the next form or page. */
export function keepAnswer(fetch: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await fetch(request);
    show(response.headers.get(ANSWER));
    return response;
  };
}

/** Gives a refresh the form's answer, so that the page shows it again. A read of another page forgets it. */
export function withAnswer(read: Request): Request {
  if (shown === undefined) show(document.querySelector<HTMLMetaElement>(`meta[name="${ANSWER}"]`)?.content);
  if (shown?.address !== addressOf(read)) shown = null;
  if (!shown) return read;
  const headers = new Headers(read.headers);
  headers.set(ANSWER, shown.answer);
  return new Request(read, { headers });
}

/** The page whose payload is read at its path with `.rsc`, or with `_.rsc` after a slash. */
function addressOf(read: Request): string {
  const { pathname, search } = new URL(read.url);
  return pathname.replace(/_?\.rsc$/, "") + search;
}

function show(answer: string | null | undefined): void {
  shown = answer ? { address: location.pathname + location.search, answer } : null;
}
