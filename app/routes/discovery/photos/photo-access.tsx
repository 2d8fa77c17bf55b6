import type { ReactNode } from "react";
import { data } from "react-router";
import { ListPages } from "#app/features/accounts/settings/list-pages.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { decideAccess, revokeAccess } from "#app/features/discovery/photos/access.actions.ts";
import css from "#app/features/discovery/photos/access.module.css";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Row, Rows, RowText } from "#app/ui/rows.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import { isolated } from "#locales/index.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

const PATH = "/settings/photo-access";

type Found = CallOutput<"photoAccess">;
type Asker = Found["members"][number];

/** `/settings/photo-access`: who asks for the private photos, and who sees them. */
export async function loader(): Promise<Found> {
  await requireUser();
  const { backend, domain, t, url } = edge();
  if (!domain.features.private_photos) throw data({ message: t("errors.not_found") }, { status: 404 });
  return orThrow(backend.photoAccess({ cursor: url.searchParams.get("cursor") ?? undefined }));
}

const GROUPS = [
  ["requested", "photos.access.asking"],
  ["granted", "photos.access.seeing"],
  ["refused", "photos.access.refused"],
] as const;

export function ServerComponent({ loaderData: { members, cursor } }: { loaderData: Found }) {
  const { t } = edge();
  const refused = formState("photo-access").message;
  return (
    <SettingsFrame
      intro={t("photos.access.intro")}
      saved={{ granted: "photos.access.granted", refused: "photos.access.refusedDone", revoked: "photos.access.revoked" }}
    >
      <LiveRefresh events={["photo_access"]} />
      {refused && <Alert tone="error">{refused}</Alert>}
      {members.length === 0 && <Nobody />}
      {GROUPS.map(([access, title]) => {
        const group = members.filter((member) => member.access === access);
        return (
          group.length > 0 && (
            <section className="stack" key={access}>
              <h2 className={css.title}>{t(title)}</h2>
              <Rows>
                {group.map((member) => (
                  <Member key={member.id} member={member} />
                ))}
              </Rows>
            </section>
          )
        );
      })}
      <ListPages cursor={cursor} first={t("photos.access.first")} path={PATH} />
    </SettingsFrame>
  );
}

function Nobody() {
  const { t } = edge();
  const action = (
    <ButtonLink href="/profile#photos" icon="camera" variant="secondary">
      {t("photos.own.title")}
    </ButtonLink>
  );
  return (
    <EmptyState action={action} icon="lock" title={t("photos.access.empty.title")}>
      {t("photos.access.empty.text")}
    </EmptyState>
  );
}

function Member({ member: { id, name, age, main_image, at, access } }: { member: Asker }) {
  const { t, settings, language, now } = edge();
  return (
    <Row>
      <a className={css.member} href={`/members/${id}`}>
        <Avatar lazy name={name} size="l" src={main_image ? settings.cdn_prefix + main_image.thumb_filename : null} />
        <RowText note={<time dateTime={at}>{timeAgo(at, now(), language)}</time>}>
          <strong>{t("members.profile.title", { name: isolated(name), age })}</strong>
        </RowText>
      </a>
      <div className={css.buttons}>
        {access !== "granted" && (
          <Act action={decideAccess} fields={{ profile: id, granted: "1" }}>
            <Button aria-label={t("photos.access.grantName", { name })} icon="eye" size="s">
              {t("photos.access.grant")}
            </Button>
          </Act>
        )}
        {access === "requested" && (
          <Act action={decideAccess} fields={{ profile: id, granted: "0" }}>
            <Button aria-label={t("photos.access.refuseName", { name })} size="s" variant="secondary">
              {t("photos.access.refuse")}
            </Button>
          </Act>
        )}
        {access === "granted" && (
          <Act action={revokeAccess} fields={{ profile: id }}>
            <Button aria-label={t("photos.access.revokeName", { name })} icon="eye-off" size="s" variant="secondary">
              {t("photos.access.revoke")}
            </Button>
          </Act>
        )}
      </div>
    </Row>
  );
}

type ActProps = { action: (data: FormData) => Promise<void>; fields: Record<string, string>; children: ReactNode };

function Act({ action, fields, children }: ActProps) {
  return (
    <form action={action} noValidate>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {children}
    </form>
  );
}
