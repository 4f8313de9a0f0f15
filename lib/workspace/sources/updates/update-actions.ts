import type { Changing, Core } from "#lib/workspace/core.ts";
import type { SinceTrusted, SinceTrustedOptions, UpdateChoices } from "#lib/workspace/state/update.ts";

/** What is done to see whether a source has moved on, or is what it is said to be. */
export interface UpdateActions {
  /** Compares an imported mount with the state of its source that it is said to be; `activity` tells. */
  compareWithHost(mountId: string): Promise<void>;
  /** Looks whether a repository has moved on, and fetches what it has now; `activity` tells. */
  checkForUpdate(mountId: string): Promise<void>;
  /** Puts what `checkForUpdate` found in place of the mounted files. */
  applyUpdate(choices: UpdateChoices): Promise<void>;
  /**
   * What has become of a mount's source since its person trusts it; `undefined` where nothing has. Fetches what is trusted where it
   * is not here, and looks at all files. Rejects with a `FailureError`, `cancelled` among them.
   */
  sinceTrusted(mountId: string, options: SinceTrustedOptions): Promise<SinceTrusted | undefined>;
  /** Says that the source is trusted as it is mounted; `undoMount` takes that back. */
  trustMount(mountId: string): Promise<void>;
  /** Files of a mount that the person has changed, by their paths inside it. */
  ownEdits(mountId: string): Promise<readonly string[]>;
}

/** The verbs of updates. @param changing refuses what a read-only tab may not do */
export function updateActions(core: Core, changing: Changing): UpdateActions {
  return {
    compareWithHost: changing(async (mountId) => (await comparing()).compareWithHost(core, mountId)),
    checkForUpdate: changing(async (mountId) => (await updating()).checkForUpdate(core, mountId)),
    applyUpdate: changing(async (choices) => (await updating()).applyUpdate(core, choices)),
    sinceTrusted: async (...given) => (await trusting()).sinceTrusted(core, ...given),
    trustMount: changing(async (mountId) => (await trusting()).trustMount(core, mountId)),
    ownEdits: async (mountId) => (await updating()).ownEdits(core, mountId),
  };
}

/** Updates are a part of the program that is fetched at first use, as few visits need it. */
function updating() {
  return import("./updating.ts");
}

/** What has changed since a source was trusted is one, too. */
function trusting() {
  return import("./since-trusted.ts");
}

/** Comparing imported files is a part that is fetched at first use, too. */
function comparing() {
  return import("./compare-import.ts");
}
