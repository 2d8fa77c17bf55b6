import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";

interface ListPagesProps {
  path: string;
  cursor: string | null;
  /** Default: the newest. */
  first?: string;
}

export function ListPages({ path, cursor, first }: ListPagesProps) {
  const { t, url } = edge();
  return (
    <div className="cluster">
      {url.searchParams.has("cursor") && (
        <ButtonLink href={path} variant="quiet">
          {first ?? t("blocks.newest")}
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
