import { agePath } from "#app/request/age-first.ts";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import { type QrCode, qrCode } from "#worker/platform/qr-code.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { cancelProof, confirmUnder } from "./age.actions.ts";
import css from "./age.module.css";
import type { AgeState } from "./age-step.tsx";
import { AnswerRefresh } from "./answer-refresh.client.tsx";
import { providerName } from "./provider-name.ts";

type Request = NonNullable<AgeState["request"]>;
/** In seconds: a page without scripts asks again. */
const AGAIN = 5;

/** The open request: its link or its code, and the page that waits for the answer. */
export function OpenRequest({ request, next }: { request: Request; next: string }) {
  const { t, settings, reader, url } = edge();
  const { way, link, expires_at } = request;
  const provider = providerName(settings);
  const going = way === "provider" && link !== null && url.searchParams.has("go");
  return (
    <>
      {going && <meta content={`0;url=${link}`} httpEquiv="refresh" />}
      {way !== "provider" && (
        <>
          <AnswerRefresh />
          <noscript>
            <meta content={String(AGAIN)} httpEquiv="refresh" />
          </noscript>
        </>
      )}
      <PageHeader
        title={way === "provider" ? t("age.oidc.title", { provider }) : t(`age.open.${way === "qr" ? "qr" : "link"}`)}
      />
      {way === "provider" ? (
        <p>{t("age.open.going", { provider })}</p>
      ) : (
        <p>{t(way === "qr" ? "age.open.qrText" : "age.open.linkText")}</p>
      )}
      {link === null ? <Alert title={t("age.open.checking")} /> : <Lead link={link} request={request} />}
      <p className="muted">{t("age.open.until", { time: formatTime(expires_at, reader) })}</p>
      <form action={cancelProof} noValidate>
        <input name="next" type="hidden" value={next} />
        <Button variant="quiet">{t("age.open.cancel")}</Button>
      </form>
    </>
  );
}

/** Whose device it was, only the member knows: a code on a screen can be scanned by others. */
export function Unconfirmed({ next }: { next: string }) {
  const { t } = edge();
  return (
    <>
      <PageHeader intro={t("age.unconfirmed.text")} title={t("age.unconfirmed.title")} />
      <Refusal form={formState("age")} />
      <ButtonLink href={agePath(next, "again")} wide>
        {t("age.unconfirmed.again")}
      </ButtonLink>
      <form action={confirmUnder} noValidate>
        <input name="next" type="hidden" value={next} />
        <Button variant="quiet" wide>
          {t("age.unconfirmed.yes")}
        </Button>
      </form>
    </>
  );
}

function Lead({ link, request: { way, wallet_link: wallet } }: { link: string; request: Request }) {
  const { t, settings } = edge();
  if (way === "qr") return <Code label={t("age.open.code")} {...qrCode(link)} />;
  return (
    <div className="stack">
      <ButtonLink href={link} size="l" wide>
        {way === "provider" ? t("age.oidc.go", { provider: providerName(settings) }) : t("age.eu.link")}
      </ButtonLink>
      {wallet && (
        <ButtonLink href={wallet} variant="quiet">
          {t("age.open.wallet")}
        </ButtonLink>
      )}
    </div>
  );
}

/** Dark on light in both colour schemes: not every reader takes the inverse. */
function Code({ size, path, label }: QrCode & { label: string }) {
  return (
    <svg aria-label={label} className={css.code} role="img" shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
