import { expect, it } from "vitest";
import { updateSummary } from "./update-files.tsx";

it("counts what an update changes by kind", () => {
  const kinds = ["changed", "added", "changed", "renamed", "mode"] as const;
  expect(updateSummary(kinds.map((kind, at) => ({ kind, path: `/${at}` })))).toBe(
    "1 file added, 2 files changed, 1 file moved, 1 file with changed permissions",
  );
  expect(updateSummary([])).toBe("no file of this source differs");
});
