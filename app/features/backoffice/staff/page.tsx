import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { cx } from "#app/ui/cx.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import css from "./staff.module.css";
import { WORDS } from "./words.ts";

interface Props {
  title: string;
  narrow?: boolean;
  /** The content brings its heading, and takes the whole window. */
  bare?: boolean;
  /** Texts of refusals, by code, where the general one says too little. */
  refusals?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Heading, the refusal of the last form, and the content. */
export function StaffPage({ title, narrow, bare, refusals, children }: Props) {
  const { form, viewer } = staffEdge();
  const words = viewer ? { authentication_required: WORDS.login.again, ...refusals } : refusals;
  const message = form?.code && messageOf(form.code, form.message, words?.[form.code]);
  return (
    <div className={cx(css.page, narrow && css.narrow, bare && css.bare)}>
      <title>{`${title} · ${WORDS.site}`}</title>
      {narrow && <p className={css.site}>{WORDS.site}</p>}
      {!bare && <h1>{title}</h1>}
      {message && (
        // A field with an error takes the focus: it may be far down.
        <Alert first={Object.keys(form.fields).length === 0} title={WORDS.refused} tone="error">
          {message}
        </Alert>
      )}
      {children}
    </div>
  );
}

/** Only the general text says when a limit opens again. */
function messageOf(code: string, general: string | null, own: string | undefined): string | null {
  return code === "too_many_requests" && own ? `${general} ${own}` : (own ?? general);
}

/** On a phone each row is a block, and each cell names its column. */
export function Table({ head, children }: { head: readonly string[]; children: ReactNode }) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {head.map((name) =>
              // A column of buttons names nothing: an empty heading is announced as one.
              name === "" ? (
                <td key={name} />
              ) : (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{Children.map(children, (row) => labelled(row, head))}</tbody>
      </table>
    </div>
  );
}

function labelled(row: ReactNode, head: readonly string[]): ReactNode {
  if (!isElement(row) || row.type !== "tr") return row;
  const cells = Children.toArray(row.props.children);
  return cloneElement(
    row,
    {},
    cells.map((cell, column) => (isElement(cell) ? cellOf(cell, head[column]) : cell)),
  );
}

type Element = ReactElement<{ children?: ReactNode; "data-label"?: string }>;

function cellOf(cell: Element, label: string | undefined): Element {
  const { children } = cell.props;
  const isEmpty = Children.toArray(children).every((child) => child === "");
  return cloneElement(cell, { "data-label": label }, isEmpty ? undefined : <div>{children}</div>);
}

function isElement(node: ReactNode): node is Element {
  return isValidElement(node);
}
