import { ReportItem } from "#app/features/backoffice/reports/report-menu.tsx";
import { reportPath } from "#app/features/backoffice/reports/report-path.shared.ts";
import { BlockForm } from "#app/features/discovery/blocks/block-form.tsx";
import { kept } from "#app/request/kept.ts";
import { keptProp } from "#app/request/kept-prop.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink, MenuPanel, MenuTrigger } from "#app/ui/menu.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./profile-menu.module.css";
import { Share } from "./share.client.tsx";

const ID = "profile-menu";

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
    <>
      <Trigger name={name} />
      <MenuPanel id={ID}>
        {open && (
          <div className={css.share}>
            <Share texts={shareTexts()} title={title} url={`${origin}/members/${id}`} />
          </div>
        )}
        {member ? (
          <MemberItems id={id} name={name} photo={photo && reportPath("photo", photo)} profile={reportPath("profile", id)} />
        ) : (
          <MenuLink href={`/complaints?kind=illegal_content&profile=${id}`} icon="flag">
            {t("reports.links.profile")}
          </MenuLink>
        )}
      </MenuPanel>
    </>
  );
}

const Trigger = kept<{ name: string }>(
  ({ name }) => (
    <MenuTrigger className={css.trigger} id={ID} label={edge().t("members.profile.menu", { name })}>
      <Icon name="more" />
    </MenuTrigger>
  ),
  ["name"],
);

/** `profile` and `photo` are the addresses of their reports. */
const MemberItems = kept<{ id: string; name: string; profile: string; photo?: string }>(
  ({ id, name, profile, photo }) => (
    <>
      <ReportItem href={profile} kind="profile" />
      {photo && <ReportItem href={photo} kind="photo" />}
      <Disclosure className={css.item} name={ID} summary={edge().t("blocks.menu", { name })}>
        <BlockForm name={name} profile={id} />
      </Disclosure>
    </>
  ),
  ["id", "name", "profile", "photo"],
);
