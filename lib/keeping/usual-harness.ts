import { deviceSetting, keepDeviceSetting } from "#lib/storage/device-setting.ts";

const key = "skillground.harness";

/** Id of the harness that the person said they use, on this device; `undefined` where they said nothing. It may be no profile's. */
export function usualHarness(): string | undefined {
  return deviceSetting(key);
}

/** Keeps which harness the person uses; `undefined`: forgets it. */
export function keepUsualHarness(profileId: string | undefined): void {
  keepDeviceSetting(key, profileId);
}

const recentKey = "skillground.recent-harnesses";
const mostRecent = 3;

/** Ids of the harnesses that were chosen last on this device, the last one first. They may be no profiles'. */
export function recentHarnesses(): readonly string[] {
  return (deviceSetting(recentKey) ?? "")
    .split(" ")
    .filter((id) => id !== "")
    .slice(0, mostRecent);
}

/** Keeps that this harness was chosen. */
export function keepRecentHarness(profileId: string): void {
  const others = recentHarnesses().filter((id) => id !== profileId);
  keepDeviceSetting(recentKey, [profileId, ...others].slice(0, mostRecent).join(" "));
}
