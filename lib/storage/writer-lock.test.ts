import { afterEach, expect, it } from "vitest";
import { openChannel, type WorkspaceChannel } from "./workspace-channel.ts";
import { claimWriting, type WriterLock } from "./writer-lock.ts";

interface Tab {
  readonly lock: WriterLock;
  readonly changes: boolean[];
}

const channels: WorkspaceChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

let count = 0;
/** A new address for each test. */
const nextAddress = () => `/local/lock-${++count}`;

function openTab(workspaceId: string, flush: () => Promise<void> = async () => undefined): Tab {
  const channel = openChannel(workspaceId);
  channels.push(channel);
  const changes: boolean[] = [];
  const lock = claimWriting({ workspaceId, channel, flush, onChange: (writes) => changes.push(writes) });
  return { lock, changes };
}

it("is given back when what the tab had is saved, and not before", async () => {
  const address = nextAddress();
  const saving = Promise.withResolvers<void>();
  const first = openTab(address, () => saving.promise);
  expect(await first.lock.first).toBe(true);
  const given = first.lock.giveBack();
  const second = openTab(address);
  expect(await second.lock.first).toBe(false);
  saving.resolve();
  await given;
  await expect.poll(() => second.changes).toEqual([true]);
  await second.lock.giveBack();
});

it("is taken at once by a tab that is opened after it was given back", async () => {
  const address = nextAddress();
  const first = openTab(address);
  expect(await first.lock.first).toBe(true);
  await first.lock.giveBack();
  const second = openTab(address);
  expect(await second.lock.first).toBe(true);
  expect(first.changes).toEqual([]);
  await second.lock.giveBack();
});

it("is waited for no longer by a tab that is closed", async () => {
  const address = nextAddress();
  const [first, second, third] = [openTab(address), openTab(address), openTab(address)];
  expect(await Promise.all([second.lock.first, third.lock.first])).toEqual([false, false]);
  await second.lock.giveBack();
  await first.lock.giveBack();
  await expect.poll(() => third.changes).toEqual([true]);
  expect(second.changes).toEqual([]);
  await third.lock.giveBack();
});

it("is given back once, also when another tab wants it meanwhile", async () => {
  const address = nextAddress();
  const saving = Promise.withResolvers<void>();
  const first = openTab(address, () => saving.promise);
  expect(await first.lock.first).toBe(true);
  const second = openTab(address);
  expect(await second.lock.first).toBe(false);
  const given = first.lock.giveBack().then(() => channels[channels.length - 2]?.close());
  void second.lock.takeOver();
  await new Promise((resolve) => setTimeout(resolve, 20));
  saving.resolve();
  await given;
  expect(first.changes).toEqual([]);
  await expect.poll(() => second.changes).toEqual([true]);
  await second.lock.giveBack();
});

it("is not taken from a tab that still saves, however long that takes", async () => {
  const address = nextAddress();
  const saving = Promise.withResolvers<void>();
  const first = openTab(address, () => saving.promise);
  expect(await first.lock.first).toBe(true);
  const second = openTab(address);
  expect(await second.lock.first).toBe(false);
  const taking = second.lock.takeOver();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect([first.changes, second.changes]).toEqual([[], []]);
  saving.resolve();
  await taking;
  await expect.poll(() => second.changes).toEqual([true]);
  await expect.poll(() => first.changes).toEqual([false]);
  await second.lock.giveBack();
  await first.lock.giveBack();
});

it("is not taken back from the tab that takes over, by one that was granted it while it asked", async () => {
  const address = nextAddress();
  const saving = Promise.withResolvers<void>();
  const first = openTab(address, () => saving.promise);
  expect(await first.lock.first).toBe(true);
  const second = openTab(address);
  expect(await second.lock.first).toBe(false);
  const given = first.lock.giveBack();
  const taking = second.lock.takeOver();
  saving.resolve();
  await Promise.all([given, taking]);
  await expect.poll(() => second.changes).toEqual([true]);
  const third = openTab(address);
  expect(await third.lock.first).toBe(false);
  await third.lock.takeOver();
  await expect.poll(() => third.changes).toEqual([true]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([second.changes, third.changes]).toEqual([[true, false], [true]]);
  await second.lock.giveBack();
  await third.lock.giveBack();
});
