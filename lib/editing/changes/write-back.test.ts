import { expect, test, vi } from "vitest";
import type { MountChanges } from "#lib/state/changes.ts";
import { type WriteBackNeeds, writeBack } from "./write-back.ts";

test("changes of a served folder, which can only be read, go into a folder that the person chooses", async () => {
  const choose = vi.fn(async () => {
    throw new DOMException("", "AbortError");
  });
  vi.stubGlobal("showDirectoryPicker", choose);
  const folder = { name: "skills", queryPermission: async () => "granted", follow: async () => undefined };
  const needs = { chosen: new Map(), folders: { of: () => ({ folder }) } } as unknown as WriteBackNeeds;
  const changes = [{ path: "a.md", now: { mode: 0, bytes: new Uint8Array() } }];
  expect(await writeBack(needs, { mountId: "m", changes } as unknown as MountChanges, false)).toEqual({ kind: "none" });
  expect(choose).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
