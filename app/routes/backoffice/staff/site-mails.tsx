import { NewsForm } from "#app/features/backoffice/news/news-form.tsx";
import { NewsList } from "#app/features/backoffice/news/news-list.tsx";
import { NEWS_WORDS as words } from "#app/features/backoffice/news/news-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  return staffEdge().backend.siteMails({});
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { sites } = found;
  const named = staffEdge().url.searchParams.get("site");
  const site = sites.find(({ id }) => id === named) ?? sites[0];
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      <p className="muted">{words.intro}</p>
      <NewsList found={found} />
      {sites.length > 1 && (
        <form action="/staff/news" className={css.form}>
          <Select
            defaultValue={site?.id}
            label={words.site}
            name="site"
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <div>
            <Button variant="secondary">{words.choose}</Button>
          </div>
        </form>
      )}
      {site && <NewsForm site={site} />}
    </StaffPage>
  );
}
