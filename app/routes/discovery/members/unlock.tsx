import { data, redirect } from "react-router";
import { Costs, KnowsFictional, Shortage } from "#app/features/billing/wallet/spending.tsx";
import { unlockPhotos } from "#app/features/discovery/members/unlock.actions.ts";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./unlock.module.css";

export const handle = { scripts: "member" };

interface Data {
  profile: Profile;
  credits: number;
}

export async function loader({ params }: { params: { id: string } }): Promise<Data> {
  const { backend, domain, t } = edge();
  const user = await requireUser();
  if (!domain.features.unlock) throw data({ message: t("errors.not_found") }, { status: 404 });
  if (params.id === user.profile.id) throw redirect("/profile");
  const { profile } = await orThrow(backend.member({ id: params.id }));
  return { profile, credits: user.credits };
}

export function ServerComponent({ loaderData: { profile, credits } }: { loaderData: Data }) {
  const { t, settings } = edge();
  const { id, name, main_image, locked_photos } = profile;
  const locked = locked_photos > 0;
  return (
    <div className={`container ${css.page}`}>
      <Title>{t("members.unlock.title", { name })}</Title>
      <NoIndex />
      <Card padding="l">
        <header className={css.header}>
          <Avatar name={name} size="xl" src={main_image && settings.cdn_prefix + main_image.thumb_filename} />
          <div>
            <h1 className={css.title}>{t("members.unlock.title", { name })}</h1>
            <p>{locked ? t("members.unlock.locked", { count: locked_photos, name }) : t("members.unlock.have", { name })}</p>
          </div>
        </header>
        {locked && <Payment credits={credits} profile={profile} />}
        <div>
          <ButtonLink href={`/members/${id}`} icon="back" variant="quiet">
            {t("wallet.spending.back", { name })}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}

function Payment({ profile: { id, name, fictional }, credits }: Data) {
  const { t, domain, settings } = edge();
  const sent = formState("unlock");
  const price = settings.photo_credits;
  return (
    <>
      <p>{t("members.unlock.text", { name })}</p>
      <Costs credits={credits} price={price} />
      {credits < price ? (
        <Shortage />
      ) : (
        <form action={unlockPhotos} className="stack">
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
