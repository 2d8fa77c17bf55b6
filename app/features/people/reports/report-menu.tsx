import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import type { About } from "#worker/people/reports/reports.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { reportPath } from "./report-path.shared.ts";

type Props = { kind: About["kind"]; object: string; of: string; className?: string };

/** The menu of one part of a page; `of` names the part. */
export function ReportMenu({ kind, object, of, className }: Props) {
  const id = `report-${kind}-${object.replace(/\W/g, "-")}`;
  return (
    <Menu className={className} id={id} label={edge().t("reports.more", { what: of })} trigger={<Icon name="more" />}>
      <ReportLink kind={kind} object={object} />
    </Menu>
  );
}

export function ReportLink({ kind, object }: Pick<Props, "kind" | "object">) {
  return (
    <MenuLink href={reportPath(kind, object)} icon="flag">
      {edge().t(`reports.links.${kind}`)}
    </MenuLink>
  );
}
