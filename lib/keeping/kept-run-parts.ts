import { deviceSetting, keepDeviceSetting } from "#lib/storage/device-setting.ts";

/**
 * Remembers on this device which parts of the script sandbox the browser has stored, for this page's build; does
 * nothing in development.
 */
export function keptRunParts(build = process.env.NEXT_PUBLIC_BUILD) {
  const key = (name: string) => `skillground.run-${name}`;
  return {
    has: (name: string) => build !== undefined && deviceSetting(key(name)) === build,
    add: (name: string) => keepDeviceSetting(key(name), build),
  };
}
