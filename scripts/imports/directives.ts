/** First lines: the bundler ignores a directive after an import, and sends the browser a function it cannot call. */
const DIRECTIVES: [RegExp, string][] = [
  [/\.actions\.ts$/, '"use server";'],
  [/^app\/.+\/.+\.client\.tsx$/, '"use client";'],
];

export function hasItsDirective(file: string, text: string): boolean {
  return DIRECTIVES.every(([name, line]) => !name.test(file) || text.startsWith(line));
}
