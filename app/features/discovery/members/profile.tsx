import type { ReactNode } from "react";
import { VisitorPopup } from "#app/features/discovery/likes/visitor-popup.tsx";
import { PrivatePhotos } from "#app/features/discovery/photos/private-photos.tsx";
import { fictionalNote, fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { withIntent } from "#app/features/people/identity/flow.ts";
import { IntentNotice } from "#app/features/people/identity/intent-notice.tsx";
import { SignupModal, SignupTrigger } from "#app/features/people/identity/signup-modal.tsx";
import { ReportDialog } from "#app/features/people/reports/report-dialog.tsx";
import { formState } from "#app/request/forms.ts";
import { currentPath } from "#app/request/path.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { isolated } from "#locales/index.ts";
import type { Card, Profile } from "#worker/discovery/members/members.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { isFree } from "#worker/sites/domains/fictional.vocabulary.ts";
import { MemberCards } from "./cards.tsx";
import { Opened } from "./opened.client.tsx";
import type { RegionName } from "./places.ts";
import { factsOf, interestFact, placeOf } from "./profile-facts.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { Caption, MemberActions, MemberOpeners } from "./profile-parts.tsx";
import css from "./profile-view.module.css";
import { ProfileView } from "./profile-view.tsx";
import { matchOf, photosOf, promptsOf } from "./story.tsx";

type Shown = CallOutput<"member"> & {
  /** True when logged out: every protected action leads to the log-in. */
  visitor: boolean;
};

interface MemberProfileProps {
  shown: CallOutput<"member">;
  gifts: ReactNode;
  regionName: RegionName;
  back: { href: string; label: string };
}

export async function MemberProfile({ shown: answer, gifts, regionName, back }: MemberProfileProps) {
  const { t, user, prefetch } = edge();
  const viewer = await user();
  const shown: Shown = { ...answer, visitor: viewer === null };
  const { profile, similar } = shown;
  const { id, name } = profile;
  const region = regionName(profile);
  const own = viewer?.profile.interests ?? [];
  const mine = viewer?.profile.id === id;
  const shared = mine ? [] : profile.interests.filter((code) => own.includes(code));
  const title = t("members.profile.title", { name: isolated(name), age: profile.age });
  return (
    <>
      <ProfileView
        about={profile.about ? { title: t("members.profile.about", { name }), text: profile.about } : undefined}
        actions={<Actions {...shown} back={back.href} />}
        back={back}
        caption={
          <Caption
            age={String(profile.age)}
            answers={profile.answers_within_day}
            checked={profile.photo_checked}
            fictional={profile.fictional}
            fresh={profile.is_new}
            likes={shown.relation?.match ? "match" : shown.relation?.likes_me ? "you" : undefined}
            name={name}
            online={profile.online}
            place={placeOf(profile, region)}
            verified={profile.verified}
          />
        }
        facts={factsOf(profile, shared)}
        gifts={gifts}
        label={t("members.profile.photos", { name })}
        menu={
          !mine && (
            <ProfileMenu
              id={id}
              member={shown.relation !== null}
              name={name}
              open={shown.open}
              photo={profile.photos[0]?.id}
              title={title}
            />
          )
        }
        name={name}
        notice={<Notice {...shown} />}
        opener={<Openers {...shown} />}
        photos={photosOf(shown)}
        prompts={promptsOf(shown)}
        shared={{ title: t("members.profile.youBoth"), items: shared.map((code) => interestFact(code, true)) }}
        ticked={{
          title: t("members.profile.bothTicked", { count: profile.both.length }),
          items: profile.both.map((code) => interestFact(code, true)),
        }}
        privates={shown.relation && profile.private_photos > 0 && <PrivatePhotos profile={profile} relation={shown.relation} />}
        wall={profile.locked_photos > 0 && <Wall profile={profile} visitor={shown.visitor} />}
      />
      {similar && similar.results.length > 0 && <Similar cards={similar.results} />}
      {prefetch && shown.relation && <Opened id={id} />}
      {/* Without scripts: a browser asks for pictures only of a page that it shows. */}
      {prefetch && shown.relation && (
        <noscript>
          <img alt="" hidden src={`/api/member.php?id=${id}`} />
        </noscript>
      )}
      {shown.relation && <ReportDialog />}
      {shown.visitor && <SignupModals profile={profile} />}
      {shown.visitor && <VisitorPopup href={`#${MODALS.like}`} member={profile} />}
    </>
  );
}

function Similar({ cards }: { cards: Card[] }) {
  const title = edge().t("members.similar");
  return (
    <section className={cx("stack", css.similar)}>
      <h2>{title}</h2>
      <MemberCards cards={cards} label={title} lazy />
    </section>
  );
}

const MODALS = { like: "signup-to-like", chat: "signup-to-chat", gift: "signup-for-gift", photos: "signup-for-photos" };

/** Sign-up modals for actions that need an account; each way in leads back here or to the chat. */
function SignupModals({ profile: { id, name, main_image, locked_photos, fictional } }: { profile: Profile }) {
  const { t, domain, settings } = edge();
  const photo = main_image && settings.cdn_prefix + main_image.thumb_filename;
  const member = { name, photo, fictional: fictional && fictionalWord() };
  const here = currentPath();
  return (
    <>
      <SignupModal
        {...member}
        id={MODALS.like}
        next={withIntent(here, "like")}
        reason={t("members.profile.loginToLike", { name })}
      />
      <SignupModal {...member} id={MODALS.chat} next={`/members/${id}/chat`} reason={t("members.profile.loginToChat")} />
      {domain.features.gifts && (
        <SignupModal
          {...member}
          id={MODALS.gift}
          next={`/members/${id}/gift`}
          reason={t("members.profile.loginForGift", { name })}
        />
      )}
      {locked_photos > 0 && (
        <SignupModal {...member} id={MODALS.photos} next={here} reason={t("members.profile.loginForPhotos", { name })} />
      )}
    </>
  );
}

function Wall({ profile, visitor }: { profile: Profile; visitor: boolean }) {
  const { t, domain, settings } = edge();
  const { id, name, locked_photos: locked } = profile;
  if (visitor) {
    return (
      <SignupTrigger icon="lock" modal={MODALS.photos} variant="secondary">
        {t("members.profile.loginForPhotos", { name })}
      </SignupTrigger>
    );
  }
  // They open with a proof of age, not with credits.
  if (isFree(profile, settings)) return <p>{t("members.profile.lockedPhotos", { count: locked, name })}</p>;
  if (domain.features.unlock) {
    const price = t("wallet.price", { count: settings.photo_credits });
    return (
      <>
        <p>{t("members.unlock.locked", { count: locked, name })}</p>
        <ButtonLink href={`/members/${id}/unlock`} icon="lock" variant="secondary">
          {t("members.unlock.open", { price })}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>{t("members.profile.lockedPhotos", { count: locked, name })}</p>
      {domain.features.payments && (
        <ButtonLink href="/premium" icon="crown" variant="secondary">
          {t("members.profile.getPremium")}
        </ButtonLink>
      )}
    </>
  );
}

function Openers(shown: Shown) {
  const { t, domain } = edge();
  const { profile, relation, visitor } = shown;
  const { id, name } = profile;
  if (relation) return <MemberOpeners id={id} lines={relation.conversation === null ? shown : null} name={name} />;
  if (!visitor || !domain.features.gifts) return null;
  return (
    <SignupTrigger icon="gift" modal={MODALS.gift} variant="quiet">
      {t("gifts.send")}
    </SignupTrigger>
  );
}

function Notice({ profile, relation, visitor }: Shown) {
  const { t } = edge();
  const own = !visitor && !relation;
  const note = fictionalNote(profile);
  return (
    <>
      <Refusal form={formState("like")} />
      <Refusal form={formState("block")} />
      {relation && !relation.liked && <IntentNotice name={profile.name} />}
      {own && <Alert>{t("members.profile.edit")}</Alert>}
      {note && <Alert>{note}</Alert>}
    </>
  );
}

function Actions({ back, ...shown }: Shown & { back: string }) {
  const { t } = edge();
  const { profile, relation, visitor } = shown;
  if (visitor) {
    return (
      <>
        <SignupTrigger icon="heart" modal={MODALS.like} size="l">
          {t("members.profile.like")}
        </SignupTrigger>
        <SignupTrigger icon="message" modal={MODALS.chat} size="l" variant="secondary">
          {t("members.profile.message")}
        </SignupTrigger>
      </>
    );
  }
  if (!relation) return null;
  const { liked, likes_me: likesMe } = relation;
  return <MemberActions back={back} id={profile.id} liked={liked} likesMe={likesMe} match={matchOf(shown)} />;
}
