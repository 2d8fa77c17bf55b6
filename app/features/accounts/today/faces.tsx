import { Avatar } from "#app/ui/avatar.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { TodayItem } from "#worker/accounts/today/today.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./faces.module.css";

const ICONS = { photos: "camera", reports: "shield" } as const satisfies Record<string, IconName>;

const SHOWN = 3;

/** Up to three faces, one over the other; an icon for news without people. */
export function Faces({ item }: { item: TodayItem }) {
  const { settings } = edge();
  if (!("members" in item)) {
    return (
      <span className={css.icon}>
        <Icon name={ICONS[item.kind]} size="s" />
      </span>
    );
  }
  return (
    <span className={css.faces}>
      {item.members.slice(0, SHOWN).map(({ id, name, main_image }) => (
        <Avatar key={id} name={name} size="s" src={main_image && settings.cdn_prefix + main_image.thumb_filename} />
      ))}
    </span>
  );
}
