import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "../account/account.module.css";

export const handle = { scripts: "member" };

export async function ServerComponent() {
  const { t } = edge();
  const user = await edge().user();
  const credits = user && user.credits > 0 ? ` ${t("activation.done.credits", { count: user.credits })}` : "";
  return (
    <div className={`container ${css.narrow}`}>
      <Title>{t("activation.done.title")}</Title>
      <PageHeader intro={t("activation.done.text") + credits} title={t("activation.done.title")} />
      <h2>{t("activation.done.next")}</h2>
      {user ? (
        <>
          <ButtonLink href="/members" icon="search" size="l">
            {t("activation.done.search")}
          </ButtonLink>
          <ButtonLink href="/likes" icon="heart" size="l" variant="secondary">
            {t("activation.done.likes")}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink href="/login" size="l">
          {t("activation.done.login")}
        </ButtonLink>
      )}
    </div>
  );
}
