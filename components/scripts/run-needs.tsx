import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { languageOf } from "./script-line.ts";

// Fetched with the first file that can be run. If it does not load, the file is shown without it.
const ScriptNeeds = fetchedPart(async () => (await import("./script-needs.tsx")).ScriptNeeds, { Instead: () => null });

/** What a person should know of a script before they run it; nothing for other files. */
export function RunNeeds({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) {
  if (languageOf(path, bytes) === undefined) return null;
  return <ScriptNeeds path={path} bytes={bytes} />;
}
