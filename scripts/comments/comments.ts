/** docs/style.md: words of a sentence. */
const MOST_WORDS = 20;

export interface Comment {
  line: number;
  text: string;
}

/** Comments that begin a line. Line comments that follow one another are one comment. */
export function commentsIn(source: string): Comment[] {
  const comments: Comment[] = [];
  let last: Comment | null = null;
  let block = false;
  for (const [index, raw] of source.split("\n").entries()) {
    const text = raw.trim();
    const begins = !block && /^\{?\/\*/.test(text);
    const single = !block && text.startsWith("//");
    if (!begins && !single && !block) {
      last = null;
      continue;
    }
    const words = text.replace(/^(\{?\/\*+|\/\/|\*(?!\/))/, "").replace(/\*\/\}?$/, "");
    if (last && !begins) {
      last.text += ` ${words.trim()}`;
    } else {
      last = { line: index + 1, text: words.trim() };
      comments.push(last);
    }
    if (begins || block) block = !text.includes("*/");
    if (begins && !block) last = null;
  }
  return comments;
}

/** `file:line: sentence` for each sentence that is too long. A list of error codes after `@throws` is no sentence. */
export function longSentences(file: string, comments: Comment[]): string[] {
  return comments.flatMap(({ line, text }) =>
    text
      .replace(/@throws.*$/, "")
      .trim()
      .split(/(?<=[.!?])\s+/)
      .filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS)
      .map((sentence) => `${file}:${line}: ${sentence}`),
  );
}
