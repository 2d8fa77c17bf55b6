import { Alert } from "#app/ui/alert.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";
import { SITE_WORDS as words } from "./words.ts";

/** After a preview was made: where it is. */
export function PreviewShown({ host }: { host: string }) {
  const { protocol, port } = staffEdge().url;
  return (
    <Alert first title={words.shown} tone="success">
      {words.shownText(host)} <a href={`${protocol}//${host}${port ? `:${port}` : ""}/`}>{words.open}</a>
    </Alert>
  );
}
