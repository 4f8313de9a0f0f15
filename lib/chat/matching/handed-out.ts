import { profiles } from "#lib/harness/profiles.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { type TemplateReader, templateReader, templateStart } from "./read-template.ts";

/** A skill's instructions, without the harness's text around them. */
export interface HandedOut {
  /** The skill's name, where the harness gives it. */
  readonly name?: string;
  readonly instructions: string;
  /** The skill's folder, where the harness gives it. */
  readonly directory?: string;
  /** The rest of the request: what the person typed around the mention, or the arguments. */
  readonly asked: string;
}

/** The skill whose instructions are in the person's message, because a slash or a mention invoked it. */
export function invokedIn(request: string): HandedOut | undefined {
  for (const { start, isAnywhere, read } of forms().messages) {
    const at = isAnywhere ? request.indexOf(start) : request.startsWith(start) ? 0 : -1;
    const values = at === -1 ? undefined : readTrimmed(read, request.slice(at));
    // Without instructions it is only a line that a person typed.
    if (!values?.content) continue;
    // Where the harness does not name the skill, its folder does.
    const name = values.name ?? (values.directory && basename(values.directory));
    if (!name) continue;
    const handed = handedOut({ ...values, name });
    return { ...handed, asked: `${request.slice(0, at)} ${handed.asked}`.trim() };
  }
  return forms().sendsFiles ? fileIn(request) : undefined;
}

/** The skill whose whole file a message begins with; only the frontmatter names it. */
function fileIn(request: string): HandedOut | undefined {
  const [, yaml = "", body = ""] = wholeFile.exec(request) ?? [];
  const name = /^name:[ \t]*(\S.*)$/m.exec(yaml)?.[1]?.trim();
  return name === undefined ? undefined : { name, instructions: body.trim(), asked: "" };
}

const wholeFile = /^---\n([\s\S]{1,4000}?)\n---\n([\s\S]*)$/;

/** Reads a text that may have lost its last line break. */
function readTrimmed(read: TemplateReader, text: string): ReturnType<TemplateReader> {
  return read(text) ?? read(`${text}\n`);
}

/** What a tool or a file handed over; a text without a harness's frame is all instructions. */
export function readHandedOut(text: string): HandedOut {
  for (const read of forms().results) {
    const values = readTrimmed(read, text.trim());
    if (values) return handedOut(values);
  }
  return { instructions: text.trim(), asked: "" };
}

function handedOut(values: NonNullable<ReturnType<TemplateReader>>): HandedOut {
  const { name, content = "", location, rest = "", arguments: asked = rest } = values;
  const directory = values.directory ?? values.ownFolder ?? (location && dirname(location));
  return {
    instructions: content.trim(),
    asked: asked.trim(),
    ...(name !== undefined && { name }),
    ...(directory !== undefined && { directory }),
  };
}

let made: ReturnType<typeof makeForms> | undefined;

function forms() {
  made ??= makeForms();
  return made;
}

/** How harnesses write a message that invokes a skill, and what their tools return. */
function makeForms() {
  const messages = profiles.flatMap(({ activation: { byUser } }) => {
    if (byUser.kind === "none") return [];
    // The person's own words come before a skill that they mention.
    const isAnywhere = byUser.kind === "mention";
    const start = templateStart(byUser.message);
    const read = templateReader(byUser.message, isAnywhere ? { end: "(?:\\n|$)" } : {});
    const one = { start, isAnywhere, read };
    // The message that named the skill follows its text.
    const isFollowed = byUser.kind === "slash" && byUser.elsewhere?.does === "call";
    return isFollowed ? [{ ...one, read: templateReader(`${byUser.message}\n\n{rest}`) }, one] : [one];
  });
  const tools = profiles.flatMap(({ activation: { byModel } }) => (byModel.kind === "tool" ? [byModel] : []));
  const sendsFiles = profiles.some(
    ({ activation: { byUser } }) =>
      byUser.kind !== "none" && byUser.message.startsWith("{content}") && byUser.content === "file",
  );
  return { messages, sendsFiles, results: tools.map(({ success }) => templateReader(success)) };
}
