export function anchorOf(id: string): string {
  return `member-${id}`;
}
