import { laidOver } from "#lib/harness/go/json.ts";
import { type SettingsLayer, settingsLayers } from "#lib/harness/roots/layered-settings.ts";
import type { Place, Scope } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Startup } from "#lib/harness/vocabulary/settings.ts";
import type { FeatureOff } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

type Ended = Extract<FeatureOff, { kind: "ended" }>;

/** The settings file at which a harness ends as it starts; `undefined` if it starts. */
export function whyItEnds({ startup }: Profile, { files, place }: { files: Files; place: Place }): Ended | undefined {
  if (!startup) return undefined;
  const layers = settingsLayers(startup, files, place);
  const shape = areRightTogether(startup, layers) ? {} : startup.shape;
  for (const { path, scope, settings, missing } of layers) {
    const key = missing ?? (settings && misshapen(laidOverUsual(startup, settings), shape));
    if (settings && key === undefined) continue;
    const says = key === undefined ? ofUnread(startup, scope, readText(files, path)) : startup.invalid;
    if (says) return { kind: "ended", path, ...(key && { key }), says: fillTemplate(says, { path, key: key ?? "" }) };
  }
  return undefined;
}

/** Settings of one file, over what there is without any. */
function laidOverUsual({ over }: Startup, settings: object): object {
  return over ? (laidOver(over, settings, over) as object) : settings;
}

/** Whether files are right as they lie over each other, where a wrong one may be right, too. */
function areRightTogether({ over, shape }: Startup, layers: readonly SettingsLayer[]): boolean | undefined {
  const together = layers.reduce<unknown>((below, { settings = {} }) => laidOver(below, settings, over), over);
  return over && misshapen(together as object, shape) === undefined;
}

/** What the harness says of a file that it cannot read; `undefined` if it goes on. */
function ofUnread({ ofProject, unreadable }: Startup, scope: Scope, text: string | undefined) {
  if (scope !== "project" || !ofProject) return unreadable;
  return text !== undefined && isBroken(text) ? undefined : ofProject;
}

function isBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** What a harness prints in place of any answer, if it has ended as it started. */
export function lastWords(whyOff: FeatureOff | undefined): string | undefined {
  return whyOff?.kind === "ended" ? whyOff.says : undefined;
}
