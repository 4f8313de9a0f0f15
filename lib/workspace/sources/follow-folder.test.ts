import { expect, test, vi } from "vitest";
import { FailureError } from "#lib/failure.ts";
import type { LiveFolder } from "#lib/upload/pick.ts";
import { readText } from "#lib/vfs/files.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();

/** A folder of the disk with one skill; `listed` is called after its names were requested. */
function folderOf(disk: Map<string, string>, listed: () => Promise<void>): LiveFolder {
  async function* entries() {
    const names = [...disk.keys()];
    await listed();
    for (const name of names) {
      const text = disk.get(name) ?? "";
      const file = new File([text], name, { lastModified: text.length });
      yield [name, { kind: "file", name, getFile: async () => file }];
    }
  }
  const granted = async () => "granted";
  return {
    kind: "directory",
    name: "notes",
    entries,
    queryPermission: granted,
    requestPermission: granted,
  } as unknown as LiveFolder;
}

test("what changes while a folder is read is read after that", async () => {
  // A fake handle cannot be stored.
  vi.stubGlobal("indexedDB", undefined);
  const disk = new Map([["a.md", "one"]]);
  let listed = async () => {};
  const lab = page.open({ own: true, incoming: { kind: "live", folder: folderOf(disk, () => listed()) } });
  const { mounts } = await until(lab, ({ phase }) => phase.kind === "ready");
  const [mount] = mounts;
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  listed = () => {
    asked.resolve();
    return goOn.promise;
  };
  const reading = lab.actions.readAgain(mount?.id ?? "");
  await asked.promise;
  disk.set("late.md", "comes late");
  const again = lab.actions.readAgain(mount?.id ?? "");
  goOn.resolve();
  await again;
  expect(readText(lab.store.getState().files, `${mount?.at}/late.md`)).toBe("comes late");
  await reading;
});

test("a file that vanishes before its contents come is not waited for", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const disk = new Map(Array.from({ length: 300 }, (_, index) => [`${index}.txt`, "text"]));
  const folder = folderOf(disk, async () => {});
  async function* entries() {
    for await (const [name, handle] of folder.entries()) {
      const arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
      const getFile = async () => Object.assign(await (handle as FileSystemFileHandle).getFile(), { arrayBuffer });
      yield [name, name === "7.txt" ? { kind: "file", name, getFile } : handle];
    }
  }
  const lab = page.open({ own: true, incoming: { kind: "live", folder: { ...folder, entries } as LiveFolder } });
  const { files, mounts } = await until(lab, (state) => state.phase.kind === "ready" && state.deliveries.size === 0);
  const [mount] = mounts;
  expect(files.stat(`${mount?.at}/7.txt`)).toBeUndefined();
  expect(files.stat(`${mount?.at}/8.txt`)).toMatchObject({ kind: "file" });
  expect(mount?.fileCount).toBe(299);
});

test("a file that has no place beside the person's own keeps no other from being shown", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const disk = new Map([["a.md", "one"]]);
  const lab = page.open({ own: true, incoming: { kind: "live", folder: folderOf(disk, async () => {}) } });
  const { mounts } = await until(lab, ({ phase }) => phase.kind === "ready");
  const [mount] = mounts;
  await lab.actions.makeFile(`${mount?.at}/notes/mine.md`, "mine");
  disk.set("a.md", "another").set("notes", "a file").set("z.md", "new");
  await lab.actions.readAgain(mount?.id ?? "");
  const textOf = (name: string) => readText(lab.store.getState().files, `${mount?.at}/${name}`);
  expect(["a.md", "notes/mine.md", "z.md"].map(textOf)).toEqual(["another", "mine", "new"]);
  expect(lab.store.getState().activity).toMatchObject({ kind: "failed", failure: { code: "name-refused" } });
  expect(lab.actions.ownChanges()).toMatchObject([{ changes: [{ path: "notes/mine.md" }] }]);
});

test.each([
  ["denied", (answer: PromiseWithResolvers<string>) => answer.resolve("denied")],
  [
    "read no more",
    (answer: PromiseWithResolvers<string>) => answer.reject(new FailureError({ code: "quota-exceeded", needed: 1 })),
  ],
])(
  "a mount that is removed while the browser asks for its folder is neither followed again nor said to have failed: %s",
  async (_, end) => {
    vi.stubGlobal("indexedDB", undefined);
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string>();
    const folder = folderOf(new Map([["a.md", "one"]]), async () => {});
    const lab = page.open({ own: true, incoming: { kind: "live", folder } });
    const { mounts } = await until(lab, ({ phase }) => phase.kind === "ready");
    const [mount] = mounts;
    const ask = () => {
      asked.resolve();
      return answer.promise;
    };
    Object.assign(folder, { queryPermission: ask, requestPermission: ask });
    const reading = lab.actions.readAgain(mount?.id ?? "");
    await asked.promise;
    await lab.actions.unmount(mount?.id ?? "");
    end(answer);
    await reading;
    expect([...lab.store.getState().live]).toEqual([]);
    expect(lab.store.getState().activity.kind).toBe("undoable");
  },
);
