import type { ComponentChildren, JSX } from "preact";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  /** Beside `number`. */
  readonly class?: string;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
  /** Below all rows. */
  readonly total?: Row;
  readonly class?: string;
}

/** A table that may be wider than the screen: it is scrolled by itself, by keyboard too. */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  const { label, rows, keyOf, columns, total, class: name = "" } = props;
  return (
    <div class="health-scroll" role="group" aria-label={label} tabIndex={0}>
      <table class={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={keyOf(row)} row={row} columns={columns} />
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <Line row={total} columns={columns} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface LineProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
}

function Line<Row>({ row, columns }: LineProps<Row>): JSX.Element {
  return (
    <tr>
      {columns.map((column, index) => {
        const Cell = index === 0 ? "th" : "td";
        return (
          <Cell key={column.title} class={classOf(column)} {...(index === 0 ? { scope: "row" } : {})}>
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

function classOf<Row>({ isNumber, class: name = "" }: Column<Row>): string {
  return isNumber === true ? `number ${name}` : name;
}
