import { kept } from "#app/request/kept.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import type { About } from "#worker/backoffice/reports/reports.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { reportPath } from "./report-path.shared.ts";

type Props = { kind: About["kind"]; object: string; of: string; className?: string };

/** The menu of one part of a page; `of` names the part. */
export function ReportMenu({ kind, object, ...rest }: Props) {
  return <KeptMenu {...rest} {...reportPlace(kind, object)} kind={kind} />;
}

export function ReportLink({ kind, object }: Pick<Props, "kind" | "object">) {
  return <ReportItem href={reportPath(kind, object)} kind={kind} />;
}

/** What a menu within kept elements cannot make of its object. */
export function reportPlace(kind: About["kind"], object: string) {
  return { menu: `report-${kind}-${object.replace(/\W/g, "-")}`, report: reportPath(kind, object) };
}

export type ReportPlace = ReturnType<typeof reportPlace>;
type Place = Omit<Props, "object"> & ReportPlace;

export function PlacedReportMenu({ kind, of, className, menu, report }: Place) {
  return (
    <Menu className={className} id={menu} label={edge().t("reports.more", { what: of })} trigger={<Icon name="more" />}>
      <ReportItem href={report} kind={kind} />
    </Menu>
  );
}

const KeptMenu = kept<Place>((props) => <PlacedReportMenu {...props} />, ["of", "menu", "report"]);

export const ReportItem = kept<{ kind: About["kind"]; href: string }>(
  ({ kind, href }) => (
    <MenuLink href={href} icon="flag">
      {edge().t(`reports.links.${kind}`)}
    </MenuLink>
  ),
  ["href"],
);
