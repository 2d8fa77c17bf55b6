const running = new Set<Promise<unknown>>();
let sent = 0;

/** Counts a form until its answer has come. */
export function noteForm(answer: Promise<unknown>): void {
  sent++;
  running.add(answer);
  const end = () => running.delete(answer);
  answer.then(end, end);
}

/** Number of forms that this document has sent. */
export function formsSent(): number {
  return sent;
}

/** Resolves once no form waits for its answer. */
export async function formsAnswered(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running);
}
