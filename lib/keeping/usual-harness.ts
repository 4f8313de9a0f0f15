import { deviceSetting, keepDeviceSetting } from "#lib/storage/device-setting.ts";

const key = "skillground.harness";

/**
 * The id of the person's usual harness, as set on this device; `undefined` where they have set none. No profile need
 * have this id.
 */
export function usualHarness(): string | undefined {
  return deviceSetting(key);
}

/** Stores the person's usual harness; `undefined` forgets it. */
export function keepUsualHarness(profileId: string | undefined): void {
  keepDeviceSetting(key, profileId);
}

const recentKey = "skillground.recent-harnesses";
const mostRecent = 3;

/** The ids of the harnesses last chosen on this device, newest first. No profile need have these ids. */
export function recentHarnesses(): readonly string[] {
  return (deviceSetting(recentKey) ?? "")
    .split(" ")
    .filter((id) => id !== "")
    .slice(0, mostRecent);
}

/** Adds a harness to the last chosen ones. */
export function keepRecentHarness(profileId: string): void {
  const others = recentHarnesses().filter((id) => id !== profileId);
  keepDeviceSetting(recentKey, [profileId, ...others].slice(0, mostRecent).join(" "));
}
