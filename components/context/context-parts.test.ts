import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { contextParts } from "./context-parts.ts";

const pdf: Skill = {
  name: "pdf",
  description: "",
  location: "/w/pdf/SKILL.md",
  directory: "/w/pdf",
  root: "./.agents/skills",
};
const catalog: Catalog = { channel: "system", text: "## Skills\n- pdf $&", rows: [] };

function read(id: string, path: string, text: string): ChatMessage["parts"][number] {
  const output = { path, text, bytes: 1, lines: 1, truncated: false };
  return { type: "tool-read_file", toolCallId: id, state: "output-available", input: { path }, output };
}

describe("contextParts", () => {
  it("takes the catalog out of the system prompt", () => {
    const parts = contextParts({ system: `Base.\n\n${catalog.text}`, catalog, messages: [], skills: [] });
    expect(parts).toMatchObject({ system: ["Base."], catalog: [catalog.text] });
  });

  it("counts a catalog that travels elsewhere as well", () => {
    const parts = contextParts({ system: "Base.", catalog, messages: [], skills: [] });
    expect(parts).toMatchObject({ system: ["Base."], catalog: [catalog.text] });
  });

  it("sorts what was read by tier, and the calls themselves under the rest", () => {
    const message: ChatMessage = {
      id: "1",
      role: "assistant",
      parts: [
        read("a", pdf.location, "skill"),
        read("b", "/w/pdf/x.md", "resource"),
        read("c", "/w/readme.md", "other"),
        { type: "text", text: "Done." },
        { type: "data-command", data: { line: "/x", output: "never sent" } },
      ],
    };
    const parts = contextParts({ system: "", catalog, messages: [message], skills: [pdf] });
    expect(parts.skills).toEqual(["skill"]);
    expect(parts.resources).toEqual(["resource"]);
    expect(parts.rest).toEqual([
      `read_file {"path":"${pdf.location}"}`,
      'read_file {"path":"/w/pdf/x.md"}',
      'read_file {"path":"/w/readme.md"}',
      "other",
      "Done.",
    ]);
  });

  it("counts no result that was left out of what is sent", () => {
    const answer: ChatMessage = {
      id: "1",
      role: "assistant",
      parts: [
        read("a", pdf.location, "skill"),
        read("b", "/w/pdf/x.md", "resource"),
        { type: "data-trim", data: { calls: ["a"], tokens: 1 } },
        { type: "text", text: "Done." },
      ],
    };
    const parts = contextParts({ system: "", catalog, messages: [answer], skills: [pdf] });
    expect(parts.skills).toEqual([]);
    expect(parts.resources).toEqual(["resource"]);
    expect(parts.rest).toContain(`read_file {"path":"${pdf.location}"}`);
  });

  it("counts a skill that a person invoked as a SKILL.md read", () => {
    const message: ChatMessage = {
      id: "1",
      role: "user",
      metadata: { typed: "/pdf", invoked: { name: "pdf", location: pdf.location } },
      parts: [{ type: "text", text: "[Activate skill: pdf]" }],
    };
    const parts = contextParts({ system: "", catalog, messages: [message], skills: [pdf] });
    expect(parts).toMatchObject({ skills: ["[Activate skill: pdf]"], rest: [] });
  });

  it("counts a catalog that travels with messages as often as it was sent, apart from the person's words", () => {
    const reminding: Catalog = { channel: "reminder", text: "list", rows: [] };
    const before = contextParts({ system: "", catalog: reminding, messages: [], skills: [] });
    expect(before.catalog).toEqual(["list"]);
    const said = (id: string, reminder: string): ChatMessage => ({
      id,
      role: "user",
      metadata: { reminder: { catalog: "list", skills: 1, at: 5 } },
      parts: [{ type: "text", text: `hello${reminder}` }],
    });
    const messages = [said("1", "<r>list</r>"), said("2", "<r>other</r>")];
    const parts = contextParts({ system: "", catalog: reminding, messages, skills: [] });
    expect(parts).toMatchObject({ catalog: ["<r>list</r>", "<r>other</r>"], rest: ["hello", "hello"] });
  });
});
