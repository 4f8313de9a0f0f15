import type { TrustFile } from "#lib/report/trust/trust-file.ts";
import { type ScriptNeeds, scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import type { LookedTree } from "./rule.ts";

/** Cached by file, because two rules and the list of a skill's needs ask for them. */
const known = new WeakMap<TrustFile, { readonly needs: ScriptNeeds | undefined }>();

/** What a skill's script needs; `undefined` for any other file. */
export function needsOfScript(
  file: TrustFile,
  { files, tree }: Pick<LookedTree, "files" | "tree">,
): ScriptNeeds | undefined {
  if (file.kind !== "script" || tree.skillOf(file.path) === undefined) return undefined;
  const { needs } = known.get(file) ?? { needs: scriptNeeds(files, file.path, { text: file.text }) };
  known.set(file, { needs });
  return needs;
}
