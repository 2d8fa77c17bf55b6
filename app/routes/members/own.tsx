import { orThrow } from "#app/features/errors/answer.ts";
import css from "#app/features/members/page.module.css";
import { regionNames } from "#app/features/members/places.ts";
import { MemberProfile } from "#app/features/members/profile.tsx";
import { requireUser } from "#app/features/session/require-user.ts";
import { Title } from "#app/layouts/title.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

/** `/profile`: one's own profile with everything in it, also what others do not see (yet). */
export async function loader(): Promise<CallOutput<"member">> {
  const { profile } = await requireUser();
  return orThrow(edge().backend.member({ id: profile.id }));
}

export async function ServerComponent({ loaderData: shown }: { loaderData: CallOutput<"member"> }) {
  const { t } = edge();
  return (
    <div className={`container ${css.page}`}>
      <Title>{t("nav.profile")}</Title>
      <MemberProfile
        back={{ href: "/members", label: t("profile.back") }}
        regionName={await regionNames([shown.profile])}
        shown={shown}
      />
    </div>
  );
}
