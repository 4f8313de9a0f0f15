import { describe, expect, it } from "vitest";
import { splitBlocks } from "./split-blocks.ts";

describe("splitBlocks", () => {
  it("loses nothing", () => {
    const text = "# A\n\ntext\n\n```\n# no\n\nx\n```\n\n- one\n\n- two\n\nend\n";
    expect(splitBlocks(text, 0).join("\n")).toBe(text);
    expect(splitBlocks(text, 0).length).toBeGreaterThan(2);
  });

  it("begins a block at a heading and at a paragraph", () => {
    expect(splitBlocks("# A\ntext\n\nmore", 0)).toEqual(["# A\ntext\n", "more"]);
  });

  it("keeps code with blank lines and headings in one piece", () => {
    expect(splitBlocks("```sh\n# a\n\nb\n```", 0)).toHaveLength(1);
    expect(splitBlocks("~~~\n```\n\n# a\n~~~\n\nend", 0)).toHaveLength(2);
  });

  it("keeps a list with what follows it", () => {
    expect(splitBlocks("1. a\n\n   more\n\n2. b\n\nafter", 0)).toHaveLength(1);
  });

  it("cuts even a list once it is long", () => {
    const items = Array.from({ length: 300 }, (_, i) => `- item ${i} with some words in it\n`);
    expect(splitBlocks(items.join("\n")).length).toBeGreaterThan(2);
  });

  it("leaves text with reference definitions whole", () => {
    expect(splitBlocks("# A\n\nsee [x]\n\n# B\n\n[x]: https://example.com")).toHaveLength(1);
  });

  it("makes few blocks of many headings", () => {
    expect(splitBlocks("# a\n".repeat(20_000)).length).toBeLessThan(300);
  });

  // Would take minutes if the whole block were searched again for each paragraph.
  it("is done at once with a list after a million blank lines", { timeout: 60_000 }, () => {
    const text = `${"\n".repeat(1_000_000)}- a\n${"\nb".repeat(4000)}`;
    expect(splitBlocks(text).join("\n")).toBe(text);
  });
});
