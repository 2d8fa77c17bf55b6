import { redirect } from "react-router";
import { ageNext, agePath } from "#app/request/age-first.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** An app or a provider led back here. Only the browser that began goes on; any other one learns nothing. */
export async function loader(): Promise<"elsewhere" | "under"> {
  const { url, backend, memberId, prefetch } = edge();
  const { searchParams, search } = url;
  const code = searchParams.get("code");
  if (searchParams.has("under")) return "under";
  if (prefetch || !(await memberId())) return "elsewhere";
  const said = searchParams.has("state") ? { query: search.slice(1, 4000) } : { code: (code ?? "").slice(0, 200) };
  const { outcome, next } = await orThrow(backend.receiveAgeProof(said));
  if (outcome === "under") return "under";
  if (outcome === "other_request") return "elsewhere";
  throw redirect(outcome === "over" ? ageNext(next) : agePath(ageNext(next), outcome === "waiting" ? "open" : undefined));
}

export function ServerComponent({ loaderData: found }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { t } = edge();
  return (
    <CardPage noIndex title={t(`age.${found}.title`)}>
      <PageHeader intro={t(`age.${found}.text`)} title={t(`age.${found}.title`)} />
      <ButtonLink href={found === "under" ? "/login" : "/proof-of-age"}>{t(`age.${found}.button`)}</ButtonLink>
    </CardPage>
  );
}
