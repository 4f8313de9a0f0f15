import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Branches, headOf } from "#lib/chat/conversations/conversation.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import { readZipFiles } from "#lib/upload/read-zip.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import { createSnapshot, editOf, type SnapshotMode, snapshotMode } from "#lib/vfs/snapshot.ts";
import { exportWorkspace } from "./export-workspace.ts";
import { importWorkspace } from "./import-workspace.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const said: readonly ChatMessage[] = [
  { id: "1", role: "user", parts: [{ type: "text", text: "Hello" }], metadata: { createdAt: 1, typed: "/hello" } },
  {
    id: "2",
    role: "assistant",
    parts: [
      { type: "step-start" },
      {
        type: "tool-read_file",
        toolCallId: "c",
        state: "output-available",
        input: { path: "/a" },
        output: { path: "/a", text: "x", bytes: 1, lines: 1, truncated: false },
      },
      { type: "text", text: "Hi", state: "done" },
    ],
  },
  { id: "3", role: "system", parts: [{ type: "data-command", data: { line: "/skills", output: "none" } }] },
];

function keptOf(id: string, messages: readonly ChatMessage[]) {
  const branches = messages.map((message, number) => ({ message, parent: number - 1 }));
  return { head: headOf({ id, createdAt: 1, usedAt: 2 }, branches, branches.length - 1), messages: branches };
}

/** The messages of each conversation, in the order of the conversations. */
function messagesOf({ conversations }: Pick<WorkspaceContents, "conversations">): readonly (readonly ChatMessage[])[] {
  return [...conversations.values()].map(({ messages = [] }) => (messages as Branches).map(({ message }) => message));
}

function mount(id: string, at: string, extra: Partial<Mount> = {}): Mount {
  const source = { kind: "git", url: "https://github.com/acme/skills", ref: "main" } as const;
  return {
    id,
    source,
    label: "acme/skills",
    as: "install",
    scope: "project",
    at,
    fileCount: 0,
    byteCount: 0,
    ...extra,
  };
}

function contentsOf(mounts: readonly Mount[], rest: Partial<WorkspaceContents> = {}): WorkspaceContents {
  return {
    workspace: {
      schema: 1,
      id: "/gh/acme/skills",
      title: "acme/skills",
      createdAt: 5,
      usedAt: 6,
      fileCount: 0,
      byteCount: 0,
      mounts: mounts.map((meta) => ({ id: meta.id, meta })),
      state: { profileId: "kodelet", noSkills: true, selection: { skill: "/a/SKILL.md" }, search: "?skill=a" },
    },
    mounts: new Map(),
    conversations: new Map([["c", keptOf("c", said)]]),
    ...rest,
  };
}

const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((one) => !/\//.test(one));
const path = fc
  .array(name, { minLength: 1, maxLength: 4 })
  .map((names) => names.join("/"))
  .filter((one) => pathObjection(one) === undefined);
const mode = fc.constantFrom<SnapshotMode>(snapshotMode.file, snapshotMode.executable, snapshotMode.link);
const entry = fc.record({ path, mode, bytes: fc.uint8Array({ maxLength: 200 }) });

/** Files that fit into one tree: no duplicates, and no path that is both file and folder. */
function fitting<Placed extends { readonly path: string }>(entries: readonly Placed[]): Placed[] {
  return entries.filter(
    (one, index) =>
      !entries.some(
        (other, at) =>
          at !== index && `${other.path}/`.startsWith(`${one.path}/`) && (at < index || other.path !== one.path),
      ),
  );
}

const snapshot = fc.array(entry, { maxLength: 12 }).map((entries) => createSnapshot(fitting(entries)));
const edits = fc
  .array(fc.record({ path, bytes: fc.option(fc.uint8Array({ maxLength: 50 })), executable: fc.boolean() }), {
    maxLength: 6,
  })
  .map((changes) =>
    fitting(changes).map(({ path, bytes, executable }) => [`/${path}`, bytes && editOf(bytes, executable)] as const),
  )
  .map((changes) => new Map(changes));

test("comes back byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(snapshot, snapshot), fc.tuple(edits, edits, edits), async (bases, changes) => {
      const [base, other] = bases;
      const [changed, otherChanged, own] = changes;
      const mounts = [
        mount("m", "/mnt/a", { commit: "a".repeat(40), chosen: ["/a/SKILL.md"] }),
        mount("n", "/workspace", { as: "project" }),
      ];
      const contents = contentsOf(mounts, {
        mounts: new Map([
          ["m", { base, edits: changed }],
          ["n", { base: other, edits: otherChanged }],
          ["own", { base: createSnapshot([]), edits: own }],
        ]),
      });
      const file = await exportWorkspace(contents);
      const read = await importWorkspace("/local/1", file.name, file);
      const [first, second] = read.workspace.mounts;
      expect(read.mounts.get(first?.id ?? "")).toEqual({ base, edits: changed });
      expect(read.mounts.get(second?.id ?? "")).toEqual({ base: other, edits: otherChanged });
      expect(read.mounts.get("own")?.edits).toEqual(own);
      expect(messagesOf(read)).toEqual([said]);
      expect(first?.meta).toMatchObject({
        ...mounts[0],
        id: first?.id,
        fileCount: base.modes.length,
        byteCount: base.bytes.length,
      });
      expect(read.workspace).toMatchObject({ id: "/local/1", title: "acme/skills", createdAt: 5 });
      expect(read.workspace.state).toMatchObject({
        profileId: "kodelet",
        noSkills: true,
        selection: { skill: "/a/SKILL.md" },
      });
      expect(new Uint8Array(await (await exportWorkspace(contents)).arrayBuffer())).toEqual(
        new Uint8Array(await file.arrayBuffer()),
      );
    }),
    { numRuns: 30 },
  );
});

test("keeps from which commit on a source is trusted, and what it follows once it is pinned no longer", async () => {
  const known = { commit: "a".repeat(40), trustedCommit: "b".repeat(40), unpinnedRef: "release/1.x" };
  const file = await exportWorkspace(contentsOf([mount("m", "/mnt/a", known), mount("n", "/mnt/b")]));
  const [first, second] = (await importWorkspace("/local/1", file.name, file)).workspace.mounts;
  expect(first?.meta).toMatchObject(known);
  for (const name of Object.keys(known)) expect(second?.meta).not.toHaveProperty(name);
});

test("is named after its title, without what a disk refuses", async () => {
  expect((await exportWorkspace(contentsOf([]))).name).toBe("acme-skills.skillground.zip");
});

describe("a file from anyone", () => {
  const manifest = {
    format: "skillground-workspace",
    version: 1,
    title: "t",
    createdAt: 1,
    harness: "kodelet",
    noSkills: false,
    selection: {},
    deleted: [],
    sources: [],
  };
  const source = { ...mount("", "/mnt/a"), deleted: [] };

  function zip(
    files: Readonly<Record<string, unknown>>,
    modes: Readonly<Record<string, SnapshotMode>> = {},
  ): Promise<Blob> {
    return writeZip(
      Object.entries(files).map(([path, value]) => ({
        path,
        mode: modes[path] ?? snapshotMode.file,
        bytes: bytes(typeof value === "string" ? value : JSON.stringify(value)),
      })),
    );
  }

  const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
    ["no manifest", { "a/SKILL.md": "" }, /no manifest/],
    ["another manifest", { "manifest.json": { name: "extension", version: 3 } }, /not that of a workspace/],
    ["a manifest that is no JSON", { "manifest.json": "{" }, /not that of a workspace/],
    ["no version", { "manifest.json": { ...manifest, version: undefined } }, /does not tell its version/],
    ["a newer version", { "manifest.json": { ...manifest, version: 4 } }, /newer version/],
    ["other files", { "manifest.json": manifest, "evil.js": "" }, /no part of a workspace/],
    ["an unknown source", { "manifest.json": manifest, "sources/1/files/a": "" }, /does not name/],
    ["a place outside", { "manifest.json": { ...manifest, sources: [{ ...source, at: "/home/user" }] } }, /damaged/],
    ["a place below", { "manifest.json": { ...manifest, sources: [{ ...source, at: "/mnt/a/../../x" }] } }, /damaged/],
    ["two in one place", { "manifest.json": { ...manifest, sources: [source, source] } }, /damaged/],
    [
      "a script for an address",
      {
        "manifest.json": { ...manifest, sources: [{ ...source, source: { kind: "git", url: "javascript:alert(1)" } }] },
      },
      /damaged/,
    ],
    ["a commit of no id", { "manifest.json": { ...manifest, sources: [{ ...source, commit: "HEAD" }] } }, /damaged/],
    [
      "a trusted commit of no id",
      { "manifest.json": { ...manifest, sources: [{ ...source, trustedCommit: 7 }] } },
      /damaged/,
    ],
    [
      "a branch to follow that is none",
      { "manifest.json": { ...manifest, sources: [{ ...source, unpinnedRef: "-x y" }] } },
      /damaged/,
    ],
    ["a deleted path that leads out", { "manifest.json": { ...manifest, deleted: ["/../x"] } }, /damaged/],
  ];
  test.each(refusals)("is refused: %s", async (_, files, reason) => {
    await expect(importWorkspace("/local/1", "w.zip", await zip(files))).rejects.toMatchObject({
      failure: { code: "workspace-file-refused", reason: expect.stringMatching(reason) },
    });
  });

  const unread: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["a conversation of other shapes", { "manifest.json": manifest, "conversation.json": [{ role: "user" }] }],
    [
      "a tool output of another shape",
      {
        "manifest.json": manifest,
        "conversation.json": [
          {
            id: "1",
            role: "assistant",
            parts: [
              {
                type: "tool-grep",
                toolCallId: "c",
                state: "output-available",
                input: { pattern: "a" },
                output: { matches: "none" },
              },
            ],
          },
        ],
      },
    ],
    [
      "what no harness shows",
      {
        "manifest.json": manifest,
        "conversation.json": [
          {
            id: "1",
            role: "assistant",
            parts: [
              {
                type: "dynamic-tool",
                toolName: "Skill",
                toolCallId: "c",
                state: "output-available",
                input: {},
                output: { text: "", shows: { call: {}, result: "" } },
              },
            ],
          },
        ],
      },
    ],
    [
      "a message of a time that no date can have",
      {
        "manifest.json": manifest,
        "conversation.json": [
          { id: "1", role: "user", parts: [{ type: "text", text: "Hello" }], metadata: { createdAt: 1e300 } },
        ],
      },
    ],
    ["a conversation that is no JSON", { "manifest.json": manifest, "conversation.json": "[{" }],
  ];
  test.each(unread)("is opened without its conversation: %s", async (_, files) => {
    const own = { "own/a": "kept" };
    const { conversations, losses, mounts } = await importWorkspace(
      "/local/1",
      "w.zip",
      await zip({ ...files, ...own }),
    );
    expect(conversations.size).toBe(0);
    expect(losses).toEqual([{ kind: "conversation-refused", reason: expect.stringContaining("damaged") }]);
    expect([...(mounts.get("own")?.edits.keys() ?? [])]).toEqual(["/a"]);
  });

  const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  test.each([
    ["in itself", deep(1_000_000)],
    ["in a tool's input", JSON.stringify([{ id: "1", role: "user", parts: ["X"] }]).replace('"X"', deep(20_000))],
  ])("is opened without a conversation nested thousandfold %s", async (_, text) => {
    const file = await zip({ "manifest.json": manifest, "conversation.json": text });
    const { conversations, losses } = await importWorkspace("/local/1", "w.zip", file);
    expect(conversations.size).toBe(0);
    expect(losses).toEqual([{ kind: "conversation-refused", reason: expect.stringContaining("nested too deeply") }]);
  });

  test("is refused where its manifest is nested thousandfold", async () => {
    const file = await zip({ "manifest.json": JSON.stringify(manifest).replace("[]", deep(100_000)) });
    await expect(importWorkspace("/local/1", "w.zip", file)).rejects.toMatchObject({
      failure: { code: "workspace-file-refused", reason: expect.stringContaining("nested too deeply") },
    });
  });

  test("has the newest of 20,000 messages taken, from a person's on, without holding the page up", async () => {
    const many = Array.from({ length: 20_001 }, (_, index) => ({
      id: String(index),
      role: index % 2 === 0 ? "user" : "assistant",
      parts: [{ type: "text", text: `Message ${index}` }],
    }));
    const file = await zip({ "manifest.json": manifest, "conversation.json": many });
    let turns = 0;
    const watch = setInterval(() => turns++, 1);
    const { conversations, losses } = await importWorkspace("/local/1", "w.zip", file);
    clearInterval(watch);
    const [messages = []] = messagesOf({ conversations });
    expect(losses).toEqual([{ kind: "conversation-cut", kept: messages.length, total: 20_001 }]);
    expect(messages.length).toBeGreaterThan(1900);
    expect(messages[0]?.role).toBe("user");
    expect(messages.at(-1)?.id).toBe("20000");
    // At least one turn of the event loop every few slices of its work.
    expect(turns).toBeGreaterThan(10);
  });

  test("has its origin marked as not verified, whatever it says, and its repository called by its address", async () => {
    const known = { ...source, commit: "a".repeat(40), label: "somebody/else", imported: { verified: "a".repeat(40) } };
    const file = await zip({ "manifest.json": { ...manifest, sources: [known] }, "sources/1/files/SKILL.md": "x" });
    const read = await importWorkspace("/local/1", "w.zip", file);
    expect(read.workspace.mounts[0]?.meta).toMatchObject({ imported: {}, label: "acme/skills" });
    const again = await exportWorkspace(read);
    const [entry] = await readZipFiles("w.zip", again, () => undefined);
    expect(JSON.parse(new TextDecoder().decode(entry?.bytes))).toMatchObject({ sources: [{ imported: true }] });
  });

  test("may have as many sources as a person has opened", async () => {
    const sources = Array.from({ length: 65 }, (_, number) => ({ ...source, at: `/mnt/source-${number}` }));
    const read = await importWorkspace("/local/1", "w.zip", await zip({ "manifest.json": { ...manifest, sources } }));
    expect(read.workspace.mounts).toHaveLength(65);
  });

  test("is refused when it is no archive, or cut short", async () => {
    const refused = { failure: { code: "workspace-file-refused" } };
    await expect(importWorkspace("/local/1", "w.zip", new Blob(["hello"]))).rejects.toMatchObject(refused);
    const whole = await exportWorkspace(contentsOf([]));
    const cut = whole.slice(0, whole.size - 10);
    await expect(importWorkspace("/local/1", "w.zip", cut)).rejects.toMatchObject(refused);
  });

  test("is not taken where it is cancelled, even once all of it is unpacked", async () => {
    const whole = await exportWorkspace(contentsOf([]));
    const stopping = new AbortController();
    const onProgress = ({ done, total }: { done?: number; total?: number }) => done === total && stopping.abort();
    const reading = importWorkspace("/local/1", "w.zip", whole, { signal: stopping.signal, onProgress });
    await expect(reading).rejects.toMatchObject({ failure: { code: "cancelled" } });
  });

  test.each(["own/../x", "sources/1/files/.git/config", "sources/1/files/a\\b", "own/a\u0000b"])(
    "goes through the gate: %j",
    async (bad) => {
      const file = await zip({ "manifest.json": { ...manifest, sources: [source] }, [bad]: "" });
      await expect(importWorkspace("/local/1", "w.zip", file)).rejects.toMatchObject({
        failure: { code: "name-refused" },
      });
    },
  );

  test("has its open questions closed", async () => {
    const asking = [
      {
        id: "1",
        role: "assistant",
        parts: [
          {
            type: "tool-read_file",
            toolCallId: "c",
            state: "approval-requested",
            input: { path: "/a" },
            approval: { id: "x" },
          },
        ],
      },
    ];
    const file = await zip({ "manifest.json": manifest, "conversation.json": asking });
    const read = await importWorkspace("/local/1", "w.zip", file);
    expect(messagesOf(read)).toMatchObject([[{ parts: [{ state: "output-error" }] }]]);
  });
});
