import type { SinceTrusted, SinceTrustedOptions, UpdateChoices } from "#lib/state/update.ts";
import type { UpdateNeeds } from "./updating.ts";

/** Verbs for checking whether a source has changed, or is what it claims to be. */
export interface UpdateVerbs {
  /** Compares an imported mount with the commit that it claims to be; `activity` reports the result. */
  compareWithHost(mountId: string): Promise<void>;
  /** Checks whether a repository has changed, and fetches its new state; `activity` reports the result. */
  checkForUpdate(mountId: string): Promise<void>;
  /** Replaces the mounted files by what `checkForUpdate` found. */
  applyUpdate(choices: UpdateChoices): Promise<void>;
  /**
   * The changes of a mount's source since its person trusted it; `undefined` where there are none. Fetches the trusted
   * state where it is missing, and reads all files. Rejects with a `FailureError`, `cancelled` among them.
   */
  sinceTrusted(mountId: string, options: SinceTrustedOptions): Promise<SinceTrusted | undefined>;
  /** Records that the source is trusted as mounted; `undoMount` undoes that. */
  trustMount(mountId: string): Promise<void>;
  /** Files of a mount that the person has changed, unsaved text included, by their paths inside it. */
  ownEdits(mountId: string): Promise<readonly string[]>;
}

/** The code for updates and for changes since a source was trusted is fetched at first use, as few visits need it. */
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
