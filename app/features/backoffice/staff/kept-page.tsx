import type { ComponentProps, ReactNode } from "react";
import { ShownSecret } from "#app/features/backoffice/webhooks/shown-secret.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { FormState } from "#worker/platform/form-answer.ts";
import type { StaffCallName } from "#worker/server/staff/calls.ts";
import { StaffPage, Table } from "./page.tsx";
import { StaffForm } from "./staff-form.tsx";
import { Day } from "./time.tsx";

interface Row {
  id: string;
  /** False for one that has ended; undefined where a page of its own ends it. */
  stands?: boolean;
}

interface Props<R extends Row> {
  words: { title: string; intro: string; none: string; head: readonly string[]; refusals: Readonly<Record<string, string>> };
  /** A link or secret that was just made. */
  shown: ComponentProps<typeof ShownSecret> | false | null | undefined;
  rows: readonly R[];
  /** The first cell names the row. */
  cells: (row: R) => readonly ReactNode[];
  end?: { call: StaffCallName; label: (row: R) => string };
  /** The form that adds one. */
  children: ReactNode;
}

/** What operators add and end: bans, links, tokens, webhooks. A list, and the form below it. */
export function KeptPage<R extends Row>({ words, shown, rows, cells, end, children }: Props<R>) {
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      {shown && <ShownSecret {...shown} />}
      <p className="muted">{words.intro}</p>
      {rows.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table head={words.head}>
          {rows.map((row) => {
            const [name, ...others] = cells(row);
            return (
              <tr key={row.id}>
                <th scope="row">{name}</th>
                {others.map((cell, column) => (
                  <td key={words.head[column + 1]}>{cell}</td>
                ))}
                {end && (
                  <td>
                    {row.stands && (
                      <StaffForm call={end.call}>
                        <input name="id" type="hidden" value={row.id} />
                        <Button variant="secondary">{end.label(row)}</Button>
                      </StaffForm>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </Table>
      )}
      {children}
    </StaffPage>
  );
}

/** The day of an end, and whether it is past. */
export function Until({ at, stands, over }: { at: string; stands: boolean; over: string }) {
  return (
    <>
      <Day at={at} /> {!stands && <span className="muted">{over}</span>}
    </>
  );
}

interface DaysProps {
  sent: Pick<FormState, "values" | "fields">;
  words: { days: string; daysHint: string };
  /** Before anything is typed. */
  usual: string;
}

/** For how many days it stands. */
export function DaysInput({ sent: { values, fields }, words, usual }: DaysProps) {
  return (
    <Input
      autoComplete="off"
      defaultValue={values.days ?? usual}
      error={fields.days}
      hint={words.daysHint}
      inputMode="numeric"
      label={words.days}
      name="days"
      required
    />
  );
}
