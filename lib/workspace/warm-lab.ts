import { prepareClone } from "#lib/git/clone.ts";

/** Loads what opening a repository will need, while the person is still typing which. */
export async function warmLab(): Promise<void> {
  prepareClone();
  await import("./open-workspace.ts");
}
