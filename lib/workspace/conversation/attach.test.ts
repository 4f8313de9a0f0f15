import { afterEach, describe, expect, test, vi } from "vitest";
import type { Attachment } from "#lib/chat/message.ts";
import type { SliceState } from "#lib/state/slices.ts";
import type { Composer } from "#lib/tree/composer.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { attachFiles } from "./attach.ts";

const page = createPageFixture();
afterEach(() => vi.unstubAllGlobals());

const skillText = "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello.\n";
const skillFile = "/workspace/.agents/skills/greet/SKILL.md";

async function openReady() {
  const workspace = page.openText(skillText);
  await until(workspace, ({ phase }) => phase.kind === "ready");
  const state = () => workspace.store.getState();
  const sent = () =>
    state().conversation.messages.flatMap(({ role, parts }) =>
      role === "user" ? [parts.flatMap((part) => (part.type === "data-attachment" ? [part.data.name] : []))] : [],
    );
  return { ...workspace, state, sent };
}

describe("a line that is sent while a file is still being attached", () => {
  test("takes the file along, and leaves what is typed meanwhile in the box", async () => {
    const { actions, state, sent } = await openReady();
    const attaching = actions.attachPath(skillFile);
    const sending = actions.submit("What does it say?");
    actions.setMessageText("and then");
    expect(state().conversation.status.kind).toBe("waiting");
    await Promise.all([attaching, sending]);
    expect(sent()).toEqual([["SKILL.md"]]);
    expect(state()).toMatchObject({ attachments: [], messageText: "and then" });
  });

  test("is not sent without a file that cannot be attached", async () => {
    const { actions, state, sent } = await openReady();
    const attaching = actions.attach([new File([new Uint8Array([0, 1])], "a.bin")]);
    await Promise.all([attaching, actions.submit("Look at this")]);
    expect(sent()).toEqual([]);
    expect(state()).toMatchObject({ messageText: "Look at this", attachRefusal: expect.stringContaining("a.bin") });
    expect(state().conversation.status.kind).toBe("ready");
  });

  test("comes back where the person stops it", async () => {
    const { actions, state, sent } = await openReady();
    const attaching = actions.attachPath(skillFile);
    const sending = actions.submit("What does it say?");
    actions.stop();
    await Promise.all([attaching, sending]);
    expect(sent()).toEqual([]);
    expect(state().messageText).toBe("What does it say?");
    expect(state().attachments).toHaveLength(1);
  });
});

test("of more files than a message can have none is read", async () => {
  const { actions, state } = await openReady();
  const files = Array.from({ length: 11 }, (_, index) => new File(["text"], `${index}.md`));
  const read = files.map((file) => vi.spyOn(file, "arrayBuffer"));
  await actions.attach(files);
  expect(state()).toMatchObject({ attachments: [], attachRefusal: "A message can have at most 10 files." });
  expect(read.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test("what is too large is told with the limit, alone and together", async () => {
  const { actions, state } = await openReady();
  const large = (name: string, bytes: number) => {
    const content = new Uint8Array(bytes);
    content.set(new TextEncoder().encode("%PDF-"));
    return new File([content], name);
  };
  await actions.attach([large("one.pdf", 50_000_000)]);
  expect(state().attachRefusal).toBe(
    "one.pdf is too large to be attached: it has 47.7 MB, and at most 38.1 MB are read.",
  );
  await actions.attach([large("one.pdf", 7_000_000), large("two.pdf", 7_000_000)]);
  expect(state().attachRefusal).toBe("Together these files are too large for one message, which takes about 8.6 MB.");
});

test("a conversation that begins with files alone is named after them", async () => {
  const { actions, state } = await openReady();
  await actions.attach([new File(["a"], "a.txt"), new File(["b"], "b.txt")]);
  await actions.submit("");
  await expect.poll(() => state().conversations.map(({ name }) => name)).toEqual(["a.txt, b.txt"]);
});

test("where a folder is dropped it is said where it is opened", async () => {
  const { actions, state } = await openReady();
  const folder = new File([], "skills");
  vi.spyOn(folder, "arrayBuffer").mockRejectedValue(new DOMException("A folder", "NotFoundError"));
  await actions.attach([folder]);
  expect(state().attachRefusal).toContain("To open a folder, drop it outside this box.");
});

test("a picture of one column stays one when it is scaled down", async () => {
  const sizes: (readonly [number, number])[] = [];
  const picture = { width: 1, height: 4000, close: () => undefined };
  vi.stubGlobal("createImageBitmap", () => Promise.resolve(picture));
  class Canvas {
    constructor(width: number, height: number) {
      sizes.push([width, height]);
    }
    getContext() {
      return undefined;
    }
    convertToBlob() {
      return Promise.resolve(new Blob(["small"]));
    }
  }
  vi.stubGlobal("OffscreenCanvas", Canvas);
  const put: Partial<SliceState<"composer">>[] = [];
  const attachments: readonly Attachment[] = [];
  const composer: Pick<Composer, "state" | "put"> = {
    state: () => ({ messageText: "", attachments, attachRefusal: undefined, queued: [] }),
    put: (unsent) => void put.push(unsent),
  };
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await attachFiles({ composer: composer as Composer }, [new File([png], "line.png")]);
  expect(sizes).toEqual([[1, 1568]]);
  expect(put[0]?.attachRefusal).toBeUndefined();
});
