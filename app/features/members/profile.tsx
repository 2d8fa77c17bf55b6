import { BlockMenu } from "#app/features/blocks/block-menu.tsx";
import { Icebreaker } from "#app/features/chat/icebreaker.tsx";
import { ShownGifts } from "#app/features/gifts/shown-gifts.tsx";
import { LikeButton } from "#app/features/likes/like-button.tsx";
import { VisitorPopup } from "#app/features/likes/visitor-popup.tsx";
import { withIntent } from "#app/features/signup/flow.ts";
import { IntentNotice } from "#app/features/signup/intent-notice.tsx";
import { SignupModal, SignupTrigger } from "#app/features/signup/signup-modal.tsx";
import { formState } from "#app/request/forms.ts";
import { currentPath } from "#app/request/path.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { PROFILE_FIELDS } from "#worker/domains/settings.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";
import type { Profile } from "#worker/members/members.contract.ts";
import { codeName, fieldName } from "./attributes.ts";
import { fictionalWord } from "./cards.tsx";
import type { GalleryProps } from "./gallery.tsx";
import { interestIcon } from "./interest.tsx";
import { countryName, type RegionName } from "./places.ts";
import { ProfileView } from "./profile-view.tsx";

type Shown = CallOutput<"member"> & {
  /** True when logged out: every protected action leads to the log-in. */
  visitor: boolean;
};

type MemberProfileProps = { shown: CallOutput<"member">; regionName: RegionName; back: { href: string; label: string } };

export async function MemberProfile({ shown: answer, regionName, back }: MemberProfileProps) {
  const { t, user } = edge();
  const shown: Shown = { ...answer, visitor: (await user()) === null };
  const { profile } = shown;
  const region = regionName(profile);
  return (
    <>
      <ProfileView
        about={profile.about ? { title: t("members.profile.about", { name: profile.name }), text: profile.about } : undefined}
        actions={<Actions {...shown} />}
        age={profile.age}
        back={back}
        badges={<Badges {...shown} />}
        facts={{ title: t("members.profile.facts"), items: factsOf(profile) }}
        gallery={galleryOf(shown)}
        gifts={shown.gifts.length > 0 && <ShownGifts gifts={shown.gifts} />}
        interests={{
          title: t("members.profile.interests"),
          items: profile.interests.map((code) => ({ code, label: codeName("interests", code), drawing: interestIcon(code) })),
        }}
        menu={shown.relation && <BlockMenu name={profile.name} profile={profile.id} />}
        name={profile.name}
        notice={<Notice {...shown} />}
        online={profile.online && t("members.online")}
        opener={<Openers {...shown} />}
        place={[profile.city, region ?? countryName(profile.country)].filter(Boolean).join(", ")}
      />
      {shown.visitor && <SignupModals profile={profile} />}
      {shown.visitor && <VisitorPopup href={`#${MODALS.like}`} member={profile} />}
    </>
  );
}

const MODALS = { like: "signup-to-like", chat: "signup-to-chat", gift: "signup-for-gift", photos: "signup-for-photos" };

/** Sign-up modals for actions that need an account; each way in leads back here or to the chat. */
function SignupModals({ profile: { id, name, main_image, locked_photos } }: { profile: Profile }) {
  const { t, domain, settings } = edge();
  const member = { name, photo: main_image && settings.cdn_prefix + main_image.thumb_filename };
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

function factsOf(profile: Profile) {
  const { t } = edge();
  const facts = [{ label: t("members.profile.fields.gender"), value: t(`members.attributes.gender.${profile.gender}`) }];
  for (const field of PROFILE_FIELDS) {
    const code = field === "interests" ? null : profile[field];
    if (code) facts.push({ label: fieldName(field), value: codeName(field, code) });
  }
  return facts;
}

export function galleryOf({ profile, visitor }: Shown): GalleryProps {
  const { t, settings } = edge();
  const { name, photos, locked_photos: locked } = profile;
  return {
    name,
    label: t("members.profile.photos", { name }),
    photos: photos.map(({ filename, thumb_filename, status }, index) => ({
      id: String(index + 1),
      src: settings.cdn_prefix + filename,
      thumb: settings.cdn_prefix + thumb_filename,
      alt: t("members.profile.photo", { number: index + 1, name }),
      state: status === "inspection" && t("members.profile.inspected"),
    })),
    wall: locked > 0 && <Wall id={profile.id} locked={locked} name={name} visitor={visitor} />,
  };
}

/** Explains why the remaining photos are locked. */
function Wall({ id, name, locked, visitor }: { id: string; name: string; locked: number; visitor: boolean }) {
  const { t, domain, settings } = edge();
  if (visitor) {
    return (
      <SignupTrigger icon="lock" modal={MODALS.photos} variant="secondary">
        {t("members.profile.loginForPhotos", { name })}
      </SignupTrigger>
    );
  }
  if (domain.features.unlock) {
    const price = t("wallet.price", { count: settings.photo_credits });
    return (
      <>
        <p>{t("unlock.locked", { count: locked, name })}</p>
        <ButtonLink href={`/members/${id}/unlock`} icon="lock" variant="secondary">
          {t("unlock.open", { price })}
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

/** Smaller first contacts: an opening line, a gift. */
function Openers({ profile: { id, name }, relation, visitor }: Shown) {
  const { t, domain } = edge();
  return (
    <>
      {relation?.conversation === null && <Icebreaker id={id} name={name} />}
      {domain.features.gifts && visitor && (
        <SignupTrigger icon="gift" modal={MODALS.gift} variant="quiet">
          {t("gifts.send")}
        </SignupTrigger>
      )}
      {domain.features.gifts && relation && (
        <ButtonLink href={`/members/${id}/gift`} icon="gift" variant="quiet">
          {t("gifts.send")}
        </ButtonLink>
      )}
    </>
  );
}

function Badges({ profile, relation }: Shown) {
  const { t } = edge();
  if (!profile.fictional && !profile.is_new && !relation?.likes_me) return null;
  return (
    <>
      {profile.fictional && <Badge tone="warning">{fictionalWord()}</Badge>}
      {profile.is_new && <Badge tone="new">{t("members.isNew")}</Badge>}
      {relation?.match && <Badge tone="success">{t("members.profile.match")}</Badge>}
      {relation?.likes_me && !relation.match && (
        <Badge tone="success">{t("members.profile.likesYou", { name: profile.name })}</Badge>
      )}
    </>
  );
}

function Notice({ profile, relation, visitor }: Shown) {
  const { t, settings } = edge();
  const own = !visitor && !relation;
  return (
    <>
      <Refusal form={formState("like")} />
      <Refusal form={formState("block")} />
      {relation && !relation.liked && <IntentNotice name={profile.name} />}
      {own && <Alert>{t("members.profile.edit")}</Alert>}
      {profile.fictional && settings.fictional_warning && <Alert>{t("members.profile.fictional")}</Alert>}
    </>
  );
}

function Actions({ profile, relation, visitor }: Shown) {
  const { t } = edge();
  const { id } = profile;
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
  const { liked, likes_me } = relation;
  return (
    <>
      <LikeButton liked={liked} profile={id} size="l" variant={liked ? "secondary" : "primary"}>
        {t(liked ? "members.profile.unlike" : likes_me ? "members.profile.likeBack" : "members.profile.like")}
      </LikeButton>
      <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" variant={liked ? "primary" : "secondary"}>
        {t("members.profile.message")}
      </ButtonLink>
    </>
  );
}
