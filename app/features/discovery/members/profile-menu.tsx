import { BlockForm } from "#app/features/discovery/blocks/block-form.tsx";
import { ReportLink } from "#app/features/people/reports/report-menu.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink, MenuPanel, MenuTrigger } from "#app/ui/menu.tsx";
import { ShareItem } from "#app/ui/share-item.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./profile-menu.module.css";

const ID = "profile-menu";

type Props = { id: string; name: string; title: string; open: boolean; member: boolean; photo?: string };

function shareTexts() {
  const { t } = edge();
  return {
    share: t("members.profile.share"),
    copied: t("members.profile.copied"),
    notCopied: t("members.profile.notCopied"),
  };
}

/** Share, report and block; `photo` is the first one. A profile that visitors may not see has no link to share. */
export function ProfileMenu({ id, name, title, open, member, photo }: Props) {
  const { t, origin } = edge();
  return (
    <>
      <MenuTrigger className={css.trigger} id={ID} label={t("members.profile.menu", { name })}>
        <Icon name="more" />
      </MenuTrigger>
      <MenuPanel id={ID}>
        {open && (
          <div className={css.share}>
            <ShareItem texts={shareTexts()} title={title} url={`${origin}/members/${id}`} />
          </div>
        )}
        {member ? (
          <MemberItems id={id} name={name} photo={photo} />
        ) : (
          <MenuLink href={`/complaints?kind=illegal_content&profile=${id}`} icon="flag">
            {t("reports.links.profile")}
          </MenuLink>
        )}
      </MenuPanel>
    </>
  );
}

function MemberItems({ id, name, photo }: Pick<Props, "id" | "name" | "photo">) {
  return (
    <>
      <ReportLink kind="profile" object={id} />
      {photo && <ReportLink kind="photo" object={photo} />}
      <Disclosure className={css.item} name={ID} summary={edge().t("blocks.menu", { name })}>
        <BlockForm name={name} profile={id} />
      </Disclosure>
    </>
  );
}
