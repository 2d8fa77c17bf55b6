import { BlockForm } from "#app/features/blocks/block-form.tsx";
import { ReportLink } from "#app/features/reports/report-menu.tsx";
import { keptProp } from "#app/request/kept-prop.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./profile-menu.module.css";
import { Share } from "./share.client.tsx";

type Props = { id: string; name: string; title: string; open: boolean; member: boolean; photo?: string };

const shareTexts = keptProp(({ t }) => ({
  share: t("members.profile.share"),
  copied: t("members.profile.copied"),
  notCopied: t("members.profile.notCopied"),
}));

/** Share, report and block; `photo` is the first one. A profile that visitors may not see has no link to share. */
export function ProfileMenu({ id, name, title, open, member, photo }: Props) {
  const { t, origin } = edge();
  return (
    <Menu className={css.trigger} id="profile-menu" label={t("members.profile.menu", { name })} trigger={<Icon name="more" />}>
      {open && (
        <div className={css.share}>
          <Share texts={shareTexts()} title={title} url={`${origin}/members/${id}`} />
        </div>
      )}
      {member && <ReportLink kind="profile" object={id} />}
      {member && photo && <ReportLink kind="photo" object={photo} />}
      {!member && (
        <MenuLink href={`/complaints?kind=illegal_content&profile=${id}`} icon="flag">
          {t("reports.links.profile")}
        </MenuLink>
      )}
      {member && (
        <Disclosure className={css.item} name="profile-menu" summary={t("blocks.menu", { name })}>
          <BlockForm name={name} profile={id} />
        </Disclosure>
      )}
    </Menu>
  );
}
