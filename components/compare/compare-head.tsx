import { formatCount, plural } from "#components/ui/format.ts";
import type { HarnessColumn } from "#lib/workspace/compare/comparison.ts";

/** The harnesses, with what their catalogs hold. */
export function CompareHead({ columns }: { columns: readonly HarnessColumn[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">Skill</th>
        {columns.map(({ profileId, label, catalog, tokens }) => (
          <th key={profileId} scope="col" title={label}>
            {label}
            <small title={`${plural(catalog.rows.length, "skill")} in its catalog, of about so many tokens`}>
              ≈{formatCount(tokens)} tokens
            </small>
          </th>
        ))}
      </tr>
    </thead>
  );
}
