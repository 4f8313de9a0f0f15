import { deviceSetting, keepDeviceSetting } from "#lib/storage/device-setting.ts";

/** Remembers on this device which parts of the scripts' sandbox its browser keeps, of the build that this page is of; in development nothing. */
export function keptRunParts(build = process.env.NEXT_PUBLIC_BUILD) {
  const key = (name: string) => `skillground.run-${name}`;
  return {
    has: (name: string) => build !== undefined && deviceSetting(key(name)) === build,
    add: (name: string) => keepDeviceSetting(key(name), build),
  };
}
