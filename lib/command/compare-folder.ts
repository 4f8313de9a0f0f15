import { basename, resolve } from "node:path";
import { inSlices } from "#lib/async/slices.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type ComparisonDocument, comparisonDocument } from "#lib/report/compare/comparison-file.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { sourceComparison } from "#lib/stage/source-report.ts";
import { readFolder } from "./read-folder.ts";

/** What each of these harnesses makes of a folder's skills. @throws FailureError for what the lab refuses */
export async function compareFolder(folder: string, profiles: readonly Profile[]): Promise<ComparisonDocument> {
  const tree = await growTree(readFolder(folder).snapshot, {});
  const name = basename(resolve(folder));
  const source = { kind: "upload", name } as const;
  return comparisonDocument(await inSlices(sourceComparison({ source, label: name, tree, profiles })));
}
