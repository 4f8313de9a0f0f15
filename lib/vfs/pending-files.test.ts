import { expect, test, vi } from "vitest";
import { isPending } from "./files.ts";
import { createMountTable } from "./mount-table.ts";
import { createPendingFiles, createSnapshot, snapshotMode } from "./snapshot.ts";
import { createVolume, fillVolume, settleVolume, type Volume } from "./volume.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string) => ({ path, mode: snapshotMode.file, bytes: encode(text) });
const signal = new AbortController().signal;

async function partly(): Promise<Volume> {
  const volume = createVolume();
  const known = createSnapshot([
    file("SKILL.md", "skill"),
    { path: "link", mode: snapshotMode.link, bytes: encode("docs/a.md") },
  ]);
  const pending = createPendingFiles([
    { path: "docs/a.md", mode: snapshotMode.file },
    { path: "run.sh", mode: snapshotMode.executable },
  ]);
  await fillVolume(volume, known, { pending });
  return volume;
}

const whole = createSnapshot([file("SKILL.md", "skill"), file("docs/a.md", "a"), file("run.sh", "run")]);

test("a pending file is there, with a mode and without a size, and settles without another listing", async () => {
  const volume = await partly();
  const listing = volume.list("/");
  expect(volume.stat("/run.sh")).toEqual({ kind: "file", size: undefined, executable: true });
  expect([isPending(volume.stat("/link")), isPending(volume.stat("/SKILL.md"))]).toEqual([true, false]);
  expect(volume.pendingCount()).toBe(2);
  expect(await settleVolume(volume, whole, signal)).toBe(false);
  expect(volume.pendingCount()).toBe(0);
  expect(volume.read("/link")).toEqual(encode("a"));
  expect(volume.list("/")).toBe(listing);
});

test("who waits for files asks for them together, through links and mounts, and is told as each comes", async () => {
  const volume = await partly();
  const ask = vi.fn();
  volume.pending.requestFrom(ask);
  const table = createMountTable([{ at: "/mnt", volume, from: "/", mountId: "m" }]);
  const both = Promise.all([
    table.whenSettled?.("/mnt/link"),
    table.whenSettled?.("/mnt/run.sh"),
    table.whenSettled?.("/mnt/link"),
  ]);
  expect(table.whenSettled?.("/mnt/SKILL.md")).toBeUndefined();
  await Promise.resolve();
  expect(ask.mock.calls).toEqual([[["/docs/a.md", "/run.sh"]]]);
  await settleVolume(volume, whole, signal);
  await both;
});

test("where nothing comes any more nobody waits, and the files stay pending", async () => {
  const volume = await partly();
  volume.pending.requestFrom(() => undefined);
  const waiting = volume.whenSettled?.("/run.sh");
  volume.pending.requestFrom(undefined);
  await waiting;
  expect(isPending(volume.stat("/run.sh"))).toBe(true);
  expect(volume.whenSettled?.("/run.sh")).toBeUndefined();
});

test("what was read in vain is asked for, and it is told that it has come", async () => {
  const volume = await partly();
  const ask = vi.fn();
  volume.pending.requestFrom(ask);
  expect(volume.read("/docs/a.md")).toBeUndefined();
  expect(volume.read("/docs/a.md")).toBeUndefined();
  await Promise.resolve();
  expect(ask.mock.calls).toEqual([[["/docs/a.md"]]]);
  expect(await settleVolume(volume, whole, signal)).toBe(true);
});

test("what was written or removed meanwhile stays so", async () => {
  const volume = await partly();
  volume.write("/run.sh", encode("mine"));
  volume.remove("/docs");
  expect(volume.pendingCount()).toBe(0);
  await settleVolume(volume, whole, signal);
  expect(volume.read("/run.sh")).toEqual(encode("mine"));
  expect(volume.stat("/run.sh")?.executable).toBe(true);
  expect(volume.stat("/docs/a.md")).toBeUndefined();
});
