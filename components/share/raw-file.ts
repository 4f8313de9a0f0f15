import { openStorage } from "#lib/storage/persistence.ts";
import type { AsideRecords } from "#lib/storage/storage-aside.ts";

/** The records as the browser stores them, as a file for the person's disk. @throws the storage's failures */
export async function rawFile(aside: AsideRecords): Promise<File> {
  const raw = await (await openStorage()).rawAside(aside);
  const name = aside.workspaceId.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "");
  return new File([raw], `${name.slice(0, 80) || "workspace"}.raw.json`, { type: raw.type });
}
