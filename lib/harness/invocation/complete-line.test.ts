import { expect, it } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { completeLaterWord } from "./complete-line.ts";

const skills = ["document-skills:pdf", "document-skills:pptx", "pdf-forms", "secret:pdf"].map((name): Skill => {
  const directory = `/skills/${name}`;
  return { name, description: `About ${name}.`, location: `${directory}/SKILL.md`, directory, root: "" };
});
const session = {
  discovery: { skills },
  states: new Map([["/skills/secret:pdf/SKILL.md", "off"]]),
} as unknown as Session;

it.each([
  ["claude-code", "/pd", ["/document-skills:pdf"]],
  ["claude-code", "/P", ["/document-skills:pdf", "/document-skills:pptx"]],
  ["claude-code", "/skills:pp", ["/document-skills:pptx"]],
  ["ak-coder", "/skills:form", ["/skills:pdf-forms"]],
  ["codex", "make it with $for", ["make it with $pdf-forms"]],
  ["claude-code", "/df", []],
  ["claude-code", "/document", []],
  ["claude-code", "/", []],
  ["claude-code", "/pd now", []],
])("under %s completes %j by a later word of a name", (id, line, inserts) => {
  expect(completeLaterWord(profileById(id), session, line).map(({ insert }) => insert)).toEqual(inserts);
});
