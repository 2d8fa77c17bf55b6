import { data, redirect } from "react-router";
import type { Buying } from "#app/features/billing/payments/buying.ts";
import { Costs, KnowsFictional, Shortage } from "#app/features/billing/wallet/spending.tsx";
import { unlockPhotos } from "#app/features/discovery/members/unlock.actions.ts";
import { PaySheet } from "#app/features/messaging/waiting/pay-sheet.tsx";
import { unsentHere } from "#app/features/messaging/waiting/returned.ts";
import { sheetOrder, sheetPath } from "#app/features/messaging/waiting/sheet.ts";
import { Unsent } from "#app/features/messaging/waiting/unsent.tsx";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import { newId } from "#worker/platform/ids.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { isFree } from "#worker/sites/domains/fictional.vocabulary.ts";
import css from "./unlock.module.css";

export const handle = { scripts: "member" };

interface Data {
  profile: Profile;
  credits: number;
  /** The order of the sheet that pays. */
  order: Buying | null;
  /** Photos that were paid for, and not opened. */
  waiting: Waiting | null;
}

export async function loader({ params }: { params: { id: string } }): Promise<Data> {
  const { backend, domain, t, settings } = edge();
  const user = await requireUser();
  if (!domain.features.unlock) throw data({ message: t("errors.not_found") }, { status: 404 });
  if (params.id === user.profile.id) throw redirect("/profile");
  const { profile } = await orThrow(backend.member({ id: params.id }));
  const order = await sheetOrder(isForSale(profile) ? settings.photo_credits - user.credits : 0);
  return { profile, credits: user.credits, order, waiting: await unsentHere() };
}

export function ServerComponent({ loaderData: { profile, credits, order, waiting } }: { loaderData: Data }) {
  const { t, settings } = edge();
  const { id, name, main_image, locked_photos } = profile;
  const locked = locked_photos > 0;
  return (
    <div className={`container ${css.page}`}>
      <Title>{t("members.unlock.title", { name })}</Title>
      <NoIndex />
      {order && (
        <PaySheet {...order} and="unlock">
          <PhotosToPay profile={profile} />
        </PaySheet>
      )}
      {waiting && <Unsent waiting={waiting} />}
      {locked && <BackLink href={`/members/${id}`} label={t("wallet.spending.back", { name })} />}
      <Card padding="l">
        <header className={css.header}>
          <Avatar name={name} size="xl" src={main_image && settings.cdn_prefix + main_image.thumb_filename} />
          <div>
            <h1 className={css.title}>{t("members.unlock.title", { name })}</h1>
            <p>{locked ? t("members.unlock.locked", { count: locked_photos, name }) : t("members.unlock.have", { name })}</p>
          </div>
        </header>
        {isForSale(profile) && <Payment credits={credits} profile={profile} />}
        {!locked && (
          <ButtonLink href={`/members/${id}`} icon="camera" size="l" wide>
            {t("likes.dialog.open", { name })}
          </ButtonLink>
        )}
      </Card>
    </div>
  );
}

/** Photos of a desk's profile cost nothing: they are locked only until the viewer has proved their age. */
function isForSale(profile: Profile): boolean {
  return profile.locked_photos > 0 && !isFree(profile, edge().settings);
}

/** Fields of the sheet that pays. */
function PhotosToPay({ profile: { id, name, fictional } }: Pick<Data, "profile">) {
  const sent = formState("pay");
  const { photo_credits: price } = edge().settings;
  return (
    <>
      {Object.entries({ profile: id, kind: "photos", price, client_id: newId() }).map(([field, value]) => (
        <input key={field} name={field} type="hidden" value={value} />
      ))}
      {fictional && <KnowsFictional error={sent.fields.fictional_known} name={name} />}
    </>
  );
}

function Payment({ profile: { id, name, fictional }, credits }: Pick<Data, "profile" | "credits">) {
  const { t, domain } = edge();
  const sent = formState("unlock");
  const { photo_credits: price } = edge().settings;
  return (
    <>
      <p>{t("members.unlock.text", { name })}</p>
      <Costs credits={credits} price={price} />
      {credits < price ? (
        <Shortage here={sheetPath()} />
      ) : (
        <form action={unlockPhotos} className="stack" noValidate>
          <Refusal beside={["fictional_known"]} form={sent} />
          <input name="profile" type="hidden" value={id} />
          {fictional && <KnowsFictional error={sent.fields.fictional_known} name={name} />}
          <Button size="l" wide>
            {t("members.unlock.open", { price: t("wallet.price", { count: price }) })}
          </Button>
        </form>
      )}
      {domain.features.payments && (
        <p className="muted small">
          {t("members.unlock.premium")} <a href="/premium">{t("members.profile.getPremium")}</a>
        </p>
      )}
    </>
  );
}
