import { redirect } from "react-router";
import { AgeProofs } from "#app/features/accounts/age/age-proofs.tsx";
import { OpenRequest, Unconfirmed } from "#app/features/accounts/age/age-request.tsx";
import { type AgeState, AgeStep } from "#app/features/accounts/age/age-step.tsx";
import { ageNext } from "#app/request/age-first.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import type { AgeCheck } from "#worker/accounts/age/age-checks.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Found extends AgeState {
  check: AgeCheck | null;
}

export async function loader(): Promise<Found> {
  await requireUser();
  const { backend, url, method, domain } = edge();
  const [proof, check] = await Promise.all([
    orThrow(backend.ageProof({})),
    // Pictures may still wait where nobody is asked any more.
    domain.features.verification ? orThrow(backend.ageCheck({})) : backend.ageCheck({}).catch(() => null),
  ]);
  const state = { ...proof, check };
  const next = url.searchParams.get("next");
  if (state.needed || method !== "GET") return state;
  // Nothing waits any more: back to what the member was doing.
  if (next !== null) throw redirect(ageNext(next));
  return state;
}

export function ServerComponent({ loaderData }: { loaderData: Found }) {
  const { needed, request, proofs, check, unconfirmed } = loaderData;
  const { t, url } = edge();
  const next = ageNext(url.searchParams.get("next"));
  const { searchParams } = url;
  const isOpen =
    request?.outcome === "waiting" && request.way !== "browser" && (searchParams.has("open") || searchParams.has("go"));
  const isUnconfirmed = request?.outcome === "unconfirmed" && !searchParams.has("again");
  return (
    <CardPage noIndex title={t(needed ? "age.title" : proofs.length > 0 ? "age.shown" : "age.proof")}>
      {!needed && <AgeProofs check={check} proofs={proofs} />}
      {needed && isOpen && <OpenRequest next={next} request={request} />}
      {needed && isUnconfirmed && <Unconfirmed next={next} />}
      {needed && !isOpen && !isUnconfirmed && (
        <AgeStep check={check} needed={needed} next={next} proofs={proofs} request={request} unconfirmed={unconfirmed} />
      )}
    </CardPage>
  );
}
