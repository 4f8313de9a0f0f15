import { describe, expect, it } from "vitest";
import { testHost } from "#lib/chat/host-fixture.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { sketchRequest } from "#lib/chat/sketch-request.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { contextParts, type PartKind } from "./context-parts.ts";

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

interface Sent {
  readonly system?: string;
  readonly catalog?: Catalog;
  readonly messages?: readonly ChatMessage[];
}

/** The texts of a request by kind; the catalog, if any, apart. */
function partsOf({ system = "", catalog: told = catalog, messages = [] }: Sent) {
  const host = { ...testHost(), instructions: () => ({ system }) };
  const request = sketchRequest(host, messages);
  const parts = contextParts({ request, catalog: told, messages, skills: [pdf] });
  const textsOf = (wanted: PartKind) =>
    parts.flatMap(({ kind, text, catalog: within }) => {
      if (wanted === "catalog") return within ?? [];
      const rest = within === undefined ? text : text.replace(within, () => "").trim();
      return kind === wanted && rest !== "" ? [rest] : [];
    });
  return {
    system: textsOf("system"),
    tools: textsOf("tools"),
    catalog: textsOf("catalog"),
    skills: textsOf("skills"),
    resources: textsOf("resources"),
    rest: textsOf("rest"),
  };
}

describe("contextParts", () => {
  it("has none where the harness does not start", () => {
    const request = sketchRequest(testHost(), []);
    const whyOff = { kind: "ended", path: "/h/opencode.json", key: "agent", says: "Error" } as const;
    expect(contextParts({ request, catalog, messages: [], skills: [] })).not.toEqual([]);
    expect(contextParts({ whyOff, request, catalog, messages: [], skills: [] })).toEqual([]);
  });

  it("takes the catalog out of the system prompt", () => {
    expect(partsOf({ system: `Base.\n\n${catalog.text}` })).toMatchObject({
      system: ["Base."],
      catalog: [catalog.text],
    });
  });

  it("counts a catalog that travels elsewhere as well", () => {
    const host = { ...testHost(), instructions: () => ({ system: "Base.", developer: catalog.text }) };
    const parts = contextParts({ request: sketchRequest(host, []), catalog, messages: [], skills: [] });
    expect(parts.filter((part) => part.catalog !== undefined)).toEqual([
      { kind: "system", text: catalog.text, catalog: catalog.text },
    ]);
  });

  it("counts the tools that the model is told of", () => {
    expect(partsOf({}).tools.map((text) => text.split("\n")[0])).toEqual(["read_file", "list_files", "grep"]);
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
    const parts = partsOf({ messages: [message] });
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
    const parts = partsOf({ messages: [answer] });
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
    const parts = partsOf({ messages: [message] });
    expect(parts).toMatchObject({ skills: ["[Activate skill: pdf]"], rest: [] });
  });

  it("counts a catalog that travels with messages as often as it was sent, apart from the person's words", () => {
    const reminding: Catalog = { channel: "reminder", text: "a list", rows: [] };
    const said = (id: string, catalog: string): ChatMessage => ({
      id,
      role: "user",
      metadata: { reminder: { catalog, skills: 1, at: 5 } },
      parts: [{ type: "text", text: `hello<r>${catalog}</r>` }],
    });
    const messages = [said("1", "a list"), said("2", "another")];
    const parts = partsOf({ catalog: reminding, messages });
    expect(parts).toMatchObject({ catalog: ["a list", "another"], rest: ["hello<r></r>", "hello<r></r>"] });
  });
});
