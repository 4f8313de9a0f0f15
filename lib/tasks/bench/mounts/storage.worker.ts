import { openStorage } from "#lib/storage/persistence.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createVolume, fillVolume } from "#lib/vfs/volume.ts";
import { generateSkill } from "../generated-skills.ts";

/** Times in milliseconds for 10,000 files. */
export interface StorageTimes {
  readonly save: number;
  /** Reading and verifying the stored data. */
  readonly load: number;
  /** Filling a volume with it. */
  readonly fill: number;
  /** Median time until one edited file is on the disk. */
  readonly edit: number;
}

const fileCount = 10_000;
const editCount = 25;
const encoder = new TextEncoder();

addEventListener("message", async () => {
  postMessage(await measure());
});

async function measure(): Promise<StorageTimes> {
  const storage = await openStorage();
  const snapshot = createSnapshot(
    Array.from({ length: fileCount }, (_, index) => ({
      path: `skills/skill-${index}/SKILL.md`,
      mode: snapshotMode.file,
      bytes: encoder.encode(generateSkill(`skill-${index}`, index).padEnd(2200, " and so on")),
    })),
  );
  const counts = { fileCount, byteCount: snapshot.bytes.length };
  const workspace: StoredWorkspace = {
    ...{ schema: 1, id: "bench", title: "Bench", createdAt: 0, usedAt: 0, state: {} },
    ...counts,
    mounts: [{ id: "mount", meta: {} }],
  };
  const save = await time(() => storage.saveMount(workspace, "mount", snapshot));
  const edits: number[] = [];
  for (let n = 0; n < editCount; n++) {
    const bytes = encoder.encode(generateSkill("edited", n));
    edits.push(await time(() => storage.saveEdits("bench", "mount", new Map([["/skills/skill-7/SKILL.md", bytes]]))));
  }
  let loaded: Awaited<ReturnType<typeof storage.load>>;
  const load = await time(async () => {
    loaded = await storage.load("bench");
  });
  const base = loaded?.mounts.get("mount")?.base;
  if (!base) throw new Error("What was saved is not there.");
  const fill = await time(() => fillVolume(createVolume(), base));
  return { save, load, fill, edit: edits.toSorted((a, b) => a - b)[editCount >> 1] ?? 0 };
}

async function time(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
