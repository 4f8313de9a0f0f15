import { count, oneOf, optional, readFields, text, texts, type ValuesOf } from "./fields.ts";
import { lessonLimits, type Workshop } from "./lesson.ts";
import type { Fault } from "./read-yaml.ts";
import { fault, type Reading, readYaml } from "./read-yaml.ts";

export interface ParsedWorkshop {
  readonly workshop: Workshop;
  readonly faults: readonly Fault[];
}

export const workshopFile = "workshop.yaml";

const fields = {
  version: count,
  title: text,
  source: optional(text),
  profile: optional(text),
  model: optional(oneOf("demo", "any")),
  lessons: optional(texts),
};

/**
 * Reads a workshop from its `workshop.yaml` (absent in a workshop that is lessons only) and the paths of its files, which show what lessons
 * there are. Never throws.
 */
export function parseWorkshop(source: string | undefined, paths: readonly string[]): ParsedWorkshop {
  const reading: Reading = { file: workshopFile, faults: [] };
  const found = lessonFolders(paths);
  const there = new Set(found);
  const head: Partial<ValuesOf<typeof fields>> = source === undefined ? {} : readWorkshopYaml(source, reading);
  const { title = "Workshop", lessons: named, source: from, profile, model = "demo" } = head;
  const known = (named ?? found).filter((id) => {
    if (there.has(id)) return true;
    fault(reading, 1, `There is no lessons/${id}/lesson.md; there are: ${namesOf(found)}`);
    return false;
  });
  const lessons = [...new Set(known)].slice(0, lessonLimits.lessons);
  if (lessons.length === 0) fault(reading, 1, "There is no lesson: each is a folder lessons/NN-name with a lesson.md");
  if (lessons.length < new Set(known).size) {
    fault(reading, 1, `A workshop has ${lessonLimits.lessons} lessons at most: the rest is ignored`);
  }
  return {
    workshop: {
      title,
      model,
      lessons,
      ...(from !== undefined && { source: from }),
      ...(profile !== undefined && { profile }),
    },
    faults: reading.faults,
  };
}

function readWorkshopYaml(source: string, reading: Reading): Partial<ValuesOf<typeof fields>> {
  if (source.length > lessonLimits.text) return fault(reading, 1, "This file is too long") ?? {};
  const node = readYaml(source.replace(/^\ufeff/, ""), 1, reading);
  if (!node) return {};
  if (node.kind !== "map") return fault(reading, node.line, "A workshop is keys with values") ?? {};
  const version = node.entries.get("version");
  if (version?.value.kind === "text" && version.value.text !== "1") {
    fault(reading, version.line, `Version ${version.value.text} is not known here: only 1 is`);
  }
  return readFields(fields, node, reading) ?? {};
}

/** Most folders that are looked at: sorting thousands of long names takes a minute. */
const mostFolders = 500;

/** The folders `lessons/NAME/` with a `lesson.md`, sorted by number and name. */
function lessonFolders(paths: readonly string[]): readonly string[] {
  const found = paths.flatMap((path) => /^lessons\/([^/]+)\/lesson\.md$/.exec(path)?.[1] ?? []);
  const { compare } = new Intl.Collator("en", { numeric: true });
  return found.slice(0, mostFolders).sort(compare);
}

/** Some of the names, each shortened. */
function namesOf(found: readonly string[]): string {
  const names = found.slice(0, 20).map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  const more = found.length - names.length;
  return names.length === 0 ? "none" : names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
