import { expect, test, vi } from "vitest";
import { emptyState } from "#lib/state/empty-state.ts";
import { createSlices } from "#lib/state/slices.ts";
import { createKeeping } from "./keeping.ts";

test("a change whose code cannot be fetched is told as not made, until one is made", async () => {
  const { store, slices } = createSlices(emptyState({ id: "/local/a" }));
  const keeping = createKeeping({
    slice: slices.keeping,
    workspaceId: "/local/a",
    storage: new Promise(() => undefined),
    onSaved: vi.fn(),
    closed: new AbortController().signal,
  });
  const unreached = Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });
  const act = vi.fn<() => Promise<void>>().mockRejectedValueOnce(unreached).mockResolvedValue();
  const change = keeping.changing(act);
  await expect(change()).rejects.toBe(unreached);
  expect(store.getState().isUnreached).toBe(true);
  await change();
  expect(store.getState().isUnreached).toBe(false);
});
