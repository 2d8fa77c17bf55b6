import { BlockedProfile } from "#app/features/discovery/members/blocked-profile.tsx";
import { memberInput } from "#app/features/discovery/members/member-input.ts";
import css from "#app/features/discovery/members/member-page.module.css";
import { type RegionName, regionNames } from "#app/features/discovery/members/places.ts";
import { MemberProfile } from "#app/features/discovery/members/profile.tsx";
import { lastSearchHref } from "#app/features/discovery/members/search.ts";
import { ShownGifts } from "#app/features/messaging/gifts/shown-gifts.tsx";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { type Blocked, orBlocked } from "#app/request/or-throw.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { isolated } from "#locales/index.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

type Found = { shown: CallOutput<"member"> } | (Blocked & { id: string });

/** `/members/:id` and `/likes/m/:id`. A block shows in the page itself; an unknown profile is a 404. */
async function load({ params }: { params: { id: string } }): Promise<Found> {
  const shown = await orBlocked(edge().backend.member(memberInput(params.id)));
  return "blocked" in shown ? { ...shown, id: params.id } : { shown };
}

export const loader = prefetching(({ id }) => [["member", memberInput(id)]], load);

export async function ServerComponent({ loaderData }: { loaderData: Found }) {
  const { t, settings } = edge();
  if ("blocked" in loaderData) {
    const back = { href: "/members", label: t("members.profile.back") };
    return <BlockedProfile back={back} id={loaderData.id} message={loaderData.blocked} />;
  }
  const { profile, gifts } = loaderData.shown;
  const { age } = profile;
  const name = isolated(profile.name);
  const regionName: RegionName = await regionNames([profile]);
  return (
    <div className={`container ${css.page}`}>
      <Title description={t("members.profile.description", { name, age, site: settings.name })}>
        {t("members.profile.title", { name, age })}
      </Title>
      <NoIndex />
      <MemberProfile
        back={wayBack(profile.id)}
        gifts={gifts.length > 0 && <ShownGifts gifts={gifts} />}
        regionName={regionName}
        shown={loaderData.shown}
      />
    </div>
  );
}

function wayBack(id: string) {
  const { t, url } = edge();
  if (url.pathname.startsWith("/likes/")) return { href: "/likes", label: t("members.profile.backToLikes") };
  return { href: lastSearchHref(id), label: t("members.profile.back") };
}
