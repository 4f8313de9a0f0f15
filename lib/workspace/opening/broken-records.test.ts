import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WorkspaceState } from "#lib/state/state.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { openSecretStorage } from "#lib/storage/storage-secrets.ts";
import { openChannel } from "#lib/storage/workspace-channel.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
const skill = "---\nname: greet\ndescription: Says hello\n---\n";
const skillPath = "/workspace/.agents/skills/greet/SKILL.md";
const isSettled = ({ phase, storage }: WorkspaceState) =>
  (phase.kind === "ready" || phase.kind === "refused" || phase.kind === "empty") && storage.kind !== "saving";

type Kind = "workspace" | "conversation" | "message" | "base" | "edit";
type Stored = readonly { readonly key: IDBValidKey[]; readonly value: unknown }[];

/** Rejections that nothing catches in an open workspace: a page would report them and wait for ever. */
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(() => {
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

async function records(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open("skillground");
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  return request.result.transaction("records", mode).objectStore("records");
}

async function readAll(): Promise<Stored> {
  const store = await records("readonly");
  const [keys, values] = [store.getAllKeys(), store.getAll()];
  await new Promise((resolve) => {
    values.onsuccess = resolve;
  });
  store.transaction.db.close();
  return keys.result.map((key, index) => ({ key: key as IDBValidKey[], value: values.result[index] as unknown }));
}

async function put(key: IDBValidKey[], value: unknown): Promise<void> {
  const store = await records("readwrite");
  store.put(value, key);
  await new Promise((resolve) => {
    store.transaction.oncomplete = resolve;
  });
  store.transaction.db.close();
}

/** The records of a workspace with a mount, a changed file, a draft and a conversation. */
async function keepWorkspace(): Promise<Stored> {
  const workspace = page.openText(skill);
  await until(workspace, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  await workspace.actions.changeDraft(skillPath, `${skill}mine`);
  await workspace.actions.saveDraft(skillPath);
  await workspace.actions.changeDraft(skillPath, `${skill}typed`);
  await workspace.actions.submit("/skills greet disable");
  await workspace.close();
  return readAll();
}

function recordOf(stored: Stored, kind: Kind): Stored[number] {
  const found = stored.find(({ key }) => key[0] === kind && (kind !== "edit" || key[2] !== "own"));
  if (!found) throw new Error(`no ${kind} was kept`);
  return found;
}

const circle: { self?: unknown } = {};
circle.self = circle;
const shapes: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["a text", "x"],
  ["a number", Number.NaN],
  ["a large integer", 10n],
  ["a date", new Date(0)],
  ["a map", new Map([["id", 1]])],
  ["an array with holes", Object.assign([], { length: 3 })],
  ["a circle", circle],
  ["an empty object", {}],
  ["bytes of another kind", new Float64Array(3)],
];

describe("a broken record", () => {
  test.each(shapes)("of a workspace is set aside, and the others go on: %s", async (_, shape) => {
    const before = await keepWorkspace();
    await put(["workspace", "/local/other"], { ...Object(recordOf(before, "workspace").value), id: "/local/other" });
    await put(["workspace", page.path], shape);
    // Part of a source that was still arriving.
    await put(["piece", page.path, "mount", 1], new Uint8Array(3));
    const state = await until(page.open(), isSettled);
    expect(state.phase).toEqual({ kind: "refused", failure: { code: "record-damaged" } });
    const storage = await openStorage();
    expect((await storage.list()).map(({ id }) => id)).toEqual(["/local/other"]);
    const aside = { workspaceId: page.path, isWhole: true };
    expect(await storage.aside()).toEqual([aside]);
    expect(await (await storage.rawAside(aside)).text()).toContain(`"key":["workspace","${page.path}"]`);
    await storage.removeAside(aside);
    expect(await storage.aside()).toEqual([]);
    expect((await readAll()).map(({ key }) => key)).toEqual([["workspace", "/local/other"]]);
  });

  test.each(shapes)("of a conversation is set aside, and the workspace opens: %s", async (_, shape) => {
    await put(recordOf(await keepWorkspace(), "message").key, shape);
    const workspace = page.open();
    const state = await until(workspace, isSettled);
    expect(state.phase.kind).toBe("ready");
    expect(state.losses).toEqual([{ kind: "conversation" }]);
    expect(state.conversation.messages).toEqual([]);
    await workspace.actions.submit("/skills greet enable");
    await until(workspace, ({ storage }) => storage.kind === "saved");
    // Later messages do not overwrite it.
    const storage = await openStorage();
    const [aside] = await storage.aside();
    expect(aside).toEqual({ workspaceId: page.path, isWhole: false });
    const kept = (await readAll()).filter(({ key }) => key[0] === "aside").map(({ value }) => value);
    expect(kept).toContainEqual(shape);
    await workspace.actions.removeAside();
    expect(await storage.aside()).toEqual([]);
    expect(workspace.store.getState().losses).toEqual([]);
  });

  test.each(shapes)("of what is known of a conversation costs none of its messages: %s", async (_, shape) => {
    await put(recordOf(await keepWorkspace(), "conversation").key, shape);
    const state = await until(page.open(), isSettled);
    expect(state.losses).toEqual([]);
    expect(JSON.stringify(state.conversation.messages)).toContain("/skills greet disable");
  });

  test.each(shapes)("of the one conversation of an earlier workspace is set aside: %s", async (_, shape) => {
    const { key, value } = recordOf(await keepWorkspace(), "workspace");
    const earlier = { ...Object(value), state: { ...Object(Object(value).state), conversation: "first" } };
    await put(key, earlier);
    await put(["conversation", page.path], shape);
    const state = await until(page.open(), isSettled);
    expect(state.losses).toEqual([{ kind: "conversation" }]);
    expect(state.conversation.messages).toEqual([]);
  });

  test.each(shapes.filter(([, shape]) => shape !== null))("of a changed file is set aside: %s", async (_, shape) => {
    const { key } = recordOf(await keepWorkspace(), "edit");
    await put(key, shape);
    const state = await until(page.open(), isSettled);
    expect(state.phase.kind).toBe("ready");
    expect(state.losses).toEqual([{ kind: "edits", count: 1 }]);
    expect(await (await openStorage()).aside()).toHaveLength(1);
  });

  test.each(["/../x", "x", "/.git/config", "/greet/SKILL.md/below"])(
    "of a changed file that can stand nowhere is set aside: %s",
    async (path) => {
      const { key, value } = recordOf(await keepWorkspace(), "edit");
      await put([...key.slice(0, 3), path], value);
      const state = await until(page.open(), isSettled);
      expect(state.phase.kind).toBe("ready");
      expect(state.losses).toEqual([{ kind: "edits", count: 1 }]);
      expect(await (await openStorage()).aside()).toHaveLength(1);
    },
  );

  test.each(shapes)("of a source's files is set aside, and they are told as lost: %s", async (_, shape) => {
    const { key } = recordOf(await keepWorkspace(), "base");
    await put(key, shape);
    const state = await until(page.open(), ({ activity }) => activity.kind === "failed");
    expect(state.activity).toMatchObject({ failure: { code: "files-lost" } });
    expect(state.phase.kind).toBe("ready");
  });

  test("of a workspace in part is opened without that, which is kept aside", async () => {
    const { key, value } = recordOf(await keepWorkspace(), "workspace");
    const { state: kept, ...rest } = value as { readonly state: object };
    await put(key, { ...rest, state: { ...kept, drafts: { "not a map": 1 }, selection: 7 } });
    const state = await until(page.open(), isSettled);
    expect(state.phase.kind).toBe("ready");
    expect(state.losses).toEqual([{ kind: "state" }]);
    expect(state.selection).toEqual({});
    expect(JSON.stringify((await readAll()).find(({ key: [kind] }) => kind === "aside")?.value)).toContain("not a map");
  });

  test("of a conversation is set aside by a tab that followed, once it writes", async () => {
    const { key } = recordOf(await keepWorkspace(), "message");
    const first = page.open();
    await until(first, isSettled);
    await put(key, "broken");
    const second = page.open();
    await until(second, ({ storage, phase }) => storage.kind === "elsewhere" && phase.kind === "ready");
    expect(second.store.getState().losses).toEqual([]);
    await first.close();
    const { losses } = await until(second, ({ storage }) => storage.kind === "saved");
    expect(losses).toEqual([{ kind: "conversation" }]);
    expect(await (await openStorage()).aside()).toHaveLength(1);
  });

  test("of a token, a key or the lock is as good as none, and can be forgotten", async () => {
    const secrets = await openSecretStorage();
    const token = { kind: "token", at: "git.example" } as const;
    const key = { kind: "key", at: "https://llm.example" } as const;
    await put(["token", token.at], { secret: 1 });
    await put(["key", key.at], { iv: new Uint8Array(12), sealed: new ArrayBuffer(3) });
    await put(["lock"], {
      iv: new Uint8Array(12),
      sealed: new ArrayBuffer(3),
      salt: new Uint8Array(16),
      iterations: 1,
    });
    expect(await secrets.hasLock()).toBe(false);
    const lock = await secrets.unlock("a passphrase");
    expect([await secrets.read(token, lock), await secrets.read(key, lock)]).toEqual([undefined, undefined]);
    await secrets.forget(token, key);
    expect(await secrets.list()).toEqual([]);
  });
});

test("what other tabs say in no known way is not heard", async () => {
  const channel = openChannel("/local/heard");
  const heard = vi.fn();
  for (const message of ["saved", "wanted", "yielded", "removed"] as const) channel.on(message, heard);
  const other = new BroadcastChannel("skillground:/local/heard");
  const last = new Promise<void>((resolve) => channel.on("saved", resolve));
  for (const [, shape] of shapes) other.postMessage(shape);
  other.postMessage("saved");
  await last;
  expect(heard).toHaveBeenCalledTimes(1);
  other.close();
  channel.close();
});

/** A copy of a record with one value somewhere within replaced. */
function mutated(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (
    step === undefined ||
    typeof value !== "object" ||
    value === null ||
    ArrayBuffer.isView(value) ||
    value instanceof Blob
  )
    return replacement;
  if (value instanceof Map) return new Map(mutated([...value], path, replacement) as [unknown, unknown][]);
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return replacement;
  const changed = mutated((value as Record<string, unknown>)[key], rest, replacement);
  if (!Array.isArray(value)) return { ...value, [key]: changed };
  return value.map((one, index) => (String(index) === key ? changed : one));
}

test(
  "whatever becomes of one value in a record, the workspace opens or says why not",
  async () => {
    const replacement = fc.oneof(
      fc.constantFrom(...shapes.map(([, shape]) => shape), undefined, -1, 1e300, "", "\ud800", true, []),
      fc.jsonValue(),
    );
    const stored = await keepWorkspace();
    let opened = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Kind>("workspace", "workspace", "conversation", "message", "base", "edit"),
        fc.array(fc.nat(30), { maxLength: 6 }),
        replacement,
        async (kind, path, value) => {
          const record = recordOf(stored, kind);
          // A new workspace each time, so that records set aside before do not interfere.
          const id = `/local/mutated-${opened++}`;
          const own = ([head, , ...rest]: IDBValidKey[]) => [head ?? "", id, ...rest];
          for (const { key, value: kept } of stored) {
            await put(own(key), key[0] === "workspace" ? { ...Object(kept), id } : kept);
          }
          let changed: unknown;
          try {
            const whole = kind === "workspace" ? { ...Object(record.value), id } : record.value;
            changed = structuredClone(mutated(whole, path, value));
          } catch {
            return;
          }
          await put(own(record.key), changed);
          const workspace = page.open({ path: id });
          await until(workspace, isSettled);
          await workspace.close();
          await (await openStorage()).list();
          expect(unhandled).toEqual([]);
        },
      ),
      { numRuns: process.env.SOAK ? 2000 : 60 },
    );
  },
  process.env.SOAK ? 1_200_000 : 60_000,
);
