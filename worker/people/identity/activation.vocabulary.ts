/** True where an unconfirmed member is logged in and can enter a code. */
export function takesCode({ reveal_accounts }: { reveal_accounts: string }): boolean {
  return reveal_accounts === "yes";
}
