import { ComplaintForm } from "#app/features/backoffice/complaints/complaint-form.tsx";
import css from "#app/features/backoffice/complaints/complaints.module.css";
import { PictureNoticeForm } from "#app/features/backoffice/complaints/picture-notice-form.tsx";
import { Receipt } from "#app/features/backoffice/complaints/receipt.tsx";
import { Title } from "#app/head/title.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { isReference } from "#worker/backoffice/complaints/complaints.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function ServerComponent() {
  const { t, settings, url } = edge();
  const reference = url.searchParams.get("reference") ?? "";
  if (isReference(reference))
    return <Receipt mailed={url.searchParams.has("mail")} picture={url.searchParams.get("picture")} reference={reference} />;
  if (url.searchParams.get("kind") === "intimate") return <Intimate />;
  const title = t("complaints.title");
  const intro = t("complaints.intro", { site: settings.name });
  return (
    <div className="container reading page">
      <Title description={intro}>{title}</Title>
      <PageHeader intro={intro} title={title} />
      <p className={css.door}>
        <a href="/complaints?kind=intimate">{t("complaints.picture.door")}</a>
      </p>
      <ComplaintForm />
      <p className={css.next}>{t("complaints.next")}</p>
    </div>
  );
}

function Intimate() {
  const { t } = edge();
  const title = t("complaints.picture.title");
  const intro = t("complaints.picture.intro");
  return (
    <div className="container reading page">
      <Title description={intro}>{title}</Title>
      <PageHeader intro={intro} title={title} />
      <PictureNoticeForm />
      <p className={css.next}>{t("complaints.picture.next")}</p>
    </div>
  );
}
