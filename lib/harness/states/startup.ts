import { settingsLayers } from "#lib/harness/roots/layered-settings.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { FeatureOff } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

type Ended = Extract<FeatureOff, { kind: "ended" }>;

/** The settings file at which a harness ends as it starts; `undefined` if it starts. */
export function whyItEnds({ startup }: Profile, { files, place }: { files: Files; place: Place }): Ended | undefined {
  if (!startup) return undefined;
  for (const { path, settings, missing } of settingsLayers(startup, files, place)) {
    const key = missing ?? (settings && misshapen(settings, startup.shape));
    const isUnreadable = startup.unreadable !== undefined && !(startup.passesBroken && isBroken(readText(files, path)));
    if (settings || missing ? key !== undefined : isUnreadable)
      return { kind: "ended", path, ...(key !== undefined && { key }) };
  }
  return undefined;
}

function isBroken(text = ""): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** What a harness prints in place of any answer, if it has ended as it started. */
export function lastWords({ startup }: Profile, whyOff: FeatureOff | undefined): string | undefined {
  if (whyOff?.kind !== "ended") return undefined;
  const { key, path } = whyOff;
  const { invalid = "", unreadable = "" } = startup ?? {};
  return fillTemplate(key === undefined ? unreadable : invalid, { path, key: key ?? "" });
}
