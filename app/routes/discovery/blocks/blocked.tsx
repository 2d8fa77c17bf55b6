import { ListPages } from "#app/features/accounts/settings/list-pages.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { hideFromVisitors } from "#app/features/delivery/notifications/preferences.actions.ts";
import { unblockMember } from "#app/features/discovery/blocks/blocks.actions.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Row, Rows, RowText } from "#app/ui/rows.tsx";
import type { Blocked } from "#worker/discovery/blocks/blocks.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

const PATH = "/settings/blocked";

type Found = CallOutput<"blocks"> & { openToVisitors: boolean };

export async function loader(): Promise<Found> {
  await requireUser();
  const { backend, url } = edge();
  const [list, { privacy }] = await Promise.all([
    orThrow(backend.blocks({ cursor: url.searchParams.get("cursor") ?? undefined })),
    orThrow(backend.preferences({})),
  ]);
  return { ...list, openToVisitors: !privacy.hide_from_visitors };
}

export function ServerComponent({ loaderData: { blocked, cursor, openToVisitors } }: { loaderData: Found }) {
  const { t } = edge();
  const refused = formState("unblock").message ?? formState("visitors").message;
  return (
    <SettingsFrame
      intro={t("blocks.intro")}
      saved={{ blocked: "blocks.done", unblocked: "blocks.undone", hidden: "blocks.visitors.done" }}
    >
      {refused && <Alert tone="error">{refused}</Alert>}
      {blocked.length === 0 && (
        <EmptyState icon="shield" title={t("blocks.empty.title")}>
          {t("blocks.empty.text")}
        </EmptyState>
      )}
      {blocked.length > 0 && openToVisitors && <HideFromVisitors />}
      {blocked.length > 0 && (
        <Rows>
          {blocked.map((one) => (
            <Member key={one.id} one={one} />
          ))}
        </Rows>
      )}
      <ListPages cursor={cursor} path={PATH} />
    </SettingsFrame>
  );
}

/** A block needs a session: logged out, the blocked member is an ordinary visitor. */
function HideFromVisitors() {
  const { t } = edge();
  const button = (
    <form action={hideFromVisitors} noValidate>
      <Button icon="eye" variant="secondary">
        {t("blocks.visitors.button")}
      </Button>
    </form>
  );
  return (
    <Alert action={button} icon="shield">
      {t("blocks.visitors.text")}
    </Alert>
  );
}

function Member({ one: { id, name, main_image, blocked_at } }: { one: Blocked }) {
  const { t, settings, reader } = edge();
  const date = formatDay(blocked_at, reader);
  return (
    <Row>
      <Avatar lazy name={name} src={main_image ? settings.cdn_prefix + main_image.thumb_filename : null} />
      <RowText note={<time dateTime={blocked_at}>{t("blocks.since", { date })}</time>}>
        <strong>{name}</strong>
      </RowText>
      <form action={unblockMember} noValidate>
        <input name="profile" type="hidden" value={id} />
        <Button aria-label={t("blocks.unblockName", { name })} variant="secondary">
          {t("blocks.unblock")}
        </Button>
      </form>
    </Row>
  );
}
