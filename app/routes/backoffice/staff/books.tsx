import { BOOK_WORDS as words } from "#app/features/backoffice/books/book-words.ts";
import figures from "#app/features/backoffice/figures/figures.module.css";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Input } from "#app/ui/input.tsx";
import { contract } from "#worker/backoffice/books/books.contract.ts";
import { money } from "#worker/platform/money.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, url } = staffEdge();
  const asked = url.searchParams.get("month") ?? "";
  return backend.staffBooks({ month: /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : "" });
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { month, sums } }: { loaderData: Found }) {
  return (
    <StaffPage title={words.title}>
      <p className="muted">{words.intro}</p>
      <form className={cx(figures.choice, figures.hinted)}>
        <Input defaultValue={month} hint={words.monthHint} label={words.month} name="month" type="month" />
        <Button variant="secondary">{words.show}</Button>
      </form>
      {sums.length === 0 ? (
        <p>{words.none(month)}</p>
      ) : (
        <>
          <p>
            <a href={`${contract.staffBooksFile.path}?${new URLSearchParams({ month })}`}>{words.download}</a>
          </p>
          <Table head={words.head}>
            {sums.map(({ company, country, currency, rate, receipts, credit_notes, gross, tax }) => (
              <tr key={`${company} ${country} ${currency} ${rate}`}>
                <th scope="row">{company}</th>
                <td>{country}</td>
                <td>{words.percent(rate)}</td>
                <td>{receipts}</td>
                <td>{credit_notes}</td>
                <td>{money(gross, currency, "en-GB")}</td>
                <td>{money(tax, currency, "en-GB")}</td>
                <td>{money(gross - tax, currency, "en-GB")}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </StaffPage>
  );
}
