import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/edge/edge.ts";

export function ListPages({ path, cursor }: { path: string; cursor: string | null }) {
  const { t, url } = edge();
  return (
    <div className="cluster">
      {url.searchParams.has("cursor") && (
        <ButtonLink href={path} variant="quiet">
          {t("blocks.newest")}
        </ButtonLink>
      )}
      {cursor && (
        <ButtonLink href={`${path}?cursor=${encodeURIComponent(cursor)}`} variant="secondary">
          {t("blocks.older")}
        </ButtonLink>
      )}
    </div>
  );
}
