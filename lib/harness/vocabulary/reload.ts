import type { Profile, ReloadTrigger } from "./profile.ts";

/** Whether the harness looks at the disk again when this happens. */
export function reloadsOn({ reload }: Profile, trigger: ReloadTrigger): boolean {
  return reload.includes(trigger);
}
