import type { ReactNode } from "react";
import { Table } from "#app/features/backoffice/staff/page.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";

/** A table, or a word for an empty one. */
export function Rows({
  title,
  head,
  rows,
}: {
  title: string;
  head: readonly string[];
  rows: { key: string; cells: ReactNode[] }[];
}) {
  return (
    <>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="muted">{WORDS.member.empty}</p>
      ) : (
        <Table head={head}>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
