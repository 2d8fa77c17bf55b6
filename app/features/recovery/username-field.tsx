import { edge } from "#worker/edge/edge.ts";

/**
 * Tells password managers whose password a form is about: that of the member who is logged in, or of `email`. Nobody sees it,
 * and it changes nothing when it is sent.
 */
export async function UsernameField({ email }: { email?: string | null }) {
  const user = await edge().user();
  return (
    <input
      aria-hidden
      autoComplete="username"
      className="visually-hidden"
      name="username"
      readOnly
      tabIndex={-1}
      type="text"
      value={email ?? user?.email ?? ""}
    />
  );
}
