import { edge } from "#worker/server/edge/edge.ts";

/** Hidden username for password managers: the user's address or `email`. The server ignores it. */
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
