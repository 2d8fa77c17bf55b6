export function spokenPath(question: string): string {
  return `/profile/voice/${encodeURIComponent(question)}`;
}
