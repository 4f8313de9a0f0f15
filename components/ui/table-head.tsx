interface TableHeadProps {
  readonly columns: readonly string[];
  readonly className?: string;
}

/** The head of a table with a word for each column. */
export function TableHead({ columns, className }: TableHeadProps) {
  return (
    <thead className={className}>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
