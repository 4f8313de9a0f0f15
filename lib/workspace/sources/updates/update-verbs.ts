import type { SinceTrusted, SinceTrustedOptions, UpdateChoices } from "#lib/state/update.ts";
import type { UpdateNeeds } from "./updating.ts";

/** What is done to see whether a source has moved on, or is what it is said to be. */
export interface UpdateVerbs {
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

/** Updates, and what tells of changes since a source was trusted, are fetched at first use, as few visits need them. */
export function updateVerbs(needs: UpdateNeeds): UpdateVerbs {
  const { changing } = needs.keeping;
  const updating = () => import("./updating.ts");
  const trusting = () => import("./since-trusted.ts");
  return {
    compareWithHost: changing(async (mountId) => (await import("./compare-import.ts")).compareWithHost(needs, mountId)),
    checkForUpdate: changing(async (mountId) => (await updating()).checkForUpdate(needs, mountId)),
    applyUpdate: changing(async (choices) => (await updating()).applyUpdate(needs, choices)),
    sinceTrusted: async (...given) => (await trusting()).sinceTrusted(needs, ...given),
    trustMount: changing(async (mountId) => (await trusting()).trustMount(needs, mountId)),
    ownEdits: async (mountId) => (await updating()).ownEdits(needs, mountId),
  };
}
