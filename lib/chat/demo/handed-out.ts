import { profiles } from "#lib/harness/profiles.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { type TemplateReader, templateReader, templateStart } from "./read-template.ts";

/** A skill's instructions, out of what a harness puts around them. */
export interface HandedOut {
  /** Where the harness tells it. */
  readonly name?: string;
  readonly instructions: string;
  /** The skill's folder, where the harness tells it. */
  readonly directory?: string;
  /** What the person asks for besides: what they typed around the mention, or the arguments. */
  readonly asked: string;
}

/** The skill that a person's message brings along, because a slash or a mention invoked it. */
export function invokedIn(request: string): HandedOut | undefined {
  for (const { start, anywhere, read } of messageForms()) {
    const at = anywhere ? request.indexOf(start) : request.startsWith(start) ? 0 : -1;
    const values = at === -1 ? undefined : read(request.slice(at));
    // Without instructions it is only a line that a person typed.
    if (!values?.name || !values.content) continue;
    const handed = handedOut(values);
    return { ...handed, asked: `${request.slice(0, at)} ${handed.asked}`.trim() };
  }
  return undefined;
}

/** What a tool or a file handed over; a text without a harness's words around it is all instructions. */
export function readHandedOut(text: string): HandedOut {
  const values = resultForms()
    .map((read) => read(text.trim()))
    .find((found) => found !== undefined);
  return values ? handedOut(values) : { instructions: text.trim(), asked: "" };
}

function handedOut(values: NonNullable<ReturnType<TemplateReader>>): HandedOut {
  const { name, content = "", location } = values;
  const directory = values.directory ?? (location && dirname(location));
  return {
    instructions: content.trim(),
    asked: values.arguments?.trim() ?? "",
    ...(name !== undefined && { name }),
    ...(directory !== undefined && { directory }),
  };
}

interface MessageForm {
  readonly start: string;
  /** Whether the person's own words stand before it. */
  readonly anywhere: boolean;
  readonly read: TemplateReader;
}

let messages: readonly MessageForm[] | undefined;

/** How harnesses write a message that invokes a skill. */
function messageForms(): readonly MessageForm[] {
  messages ??= profiles.flatMap(({ activation: { byUser } }) => {
    if (byUser.kind === "none") return [];
    const anywhere = byUser.kind === "mention";
    const read = templateReader(byUser.message, anywhere ? { end: "(?:\\n|$)" } : {});
    return [{ start: templateStart(byUser.message), anywhere, read }];
  });
  return messages;
}

let results: readonly TemplateReader[] | undefined;

/** How the tools of harnesses write what they hand out. */
function resultForms(): readonly TemplateReader[] {
  results ??= profiles.flatMap(({ activation: { byModel } }) =>
    byModel.kind === "tool" ? [templateReader(byModel.success)] : [],
  );
  return results;
}
