import { assembleInstructions } from "#lib/chat/instructions.ts";
import type { Instructions } from "#lib/chat/session.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { place } from "#lib/stage/place.ts";

/**
 * The system prompt under a harness that gives the model `catalog`.
 * @param runs whether commands can be run
 */
export function systemPrompt(
  { label, catalog: { delivery }, readTools, writeTools, shellTool }: Profile,
  catalog: Catalog,
  runs = false,
): Instructions {
  return assembleInstructions({
    harness: label,
    ...place,
    catalog,
    before: delivery.channel === "system" ? delivery.before : "",
    readTools,
    writeTools: writeTools.tools.map(({ name }) => name),
    ...(runs && { runTool: shellTool.name }),
  });
}
