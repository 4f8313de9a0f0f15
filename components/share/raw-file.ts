import { openStorage } from "#lib/storage/persistence.ts";
import type { AsideRecords } from "#lib/storage/storage-aside.ts";

/** The records as they lie in the browser, to be saved on the person's own disk. Throws the failures of the storage. */
export async function rawFile(aside: AsideRecords): Promise<File> {
  const raw = await (await openStorage()).rawAside(aside);
  const name = aside.workspaceId.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "");
  return new File([raw], `${name.slice(0, 80) || "workspace"}.raw.json`, { type: raw.type });
}
