import { ComplaintForm } from "#app/features/complaints/complaint-form.tsx";
import css from "#app/features/complaints/complaints.module.css";
import { Receipt } from "#app/features/complaints/receipt.tsx";
import { Title } from "#app/layouts/title.tsx";
import { isReference } from "#worker/complaints/complaints.ts";
import { edge } from "#worker/edge/edge.ts";

/** Notices of illegal content and complaints; after sending one, its receipt. */
export function ServerComponent() {
  const { t, settings, url } = edge();
  const reference = url.searchParams.get("reference") ?? "";
  if (isReference(reference)) return <Receipt mailed={url.searchParams.has("mail")} reference={reference} />;
  const title = t("complaints.title");
  const intro = t("complaints.intro", { site: settings.name });
  return (
    <div className={`container ${css.page}`}>
      <Title description={intro}>{title}</Title>
      <header className={css.header}>
        <h1>{title}</h1>
        <p className={css.lead}>{intro}</p>
      </header>
      <ComplaintForm />
      <p className={css.note}>{t("complaints.next")}</p>
    </div>
  );
}
