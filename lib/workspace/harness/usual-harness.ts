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
