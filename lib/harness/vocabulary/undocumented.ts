/**
 * A subject on which a harness may have no documentation. The profile's value for such a subject only lets the lab run, and is never shown:
 * pages say that it is not documented. For faults in a file, each ruling says so itself.
 */
export type Subject =
  /** Whether folders around the working folder count. */
  | "further-folders"
  | "plugins"
  /** Which files below a root count; the lab searches at any depth. */
  | "depth"
  /** Whether links are followed; the lab follows them. */
  | "links"
  /** Which of two skills with one name counts; the lab keeps both. */
  | "same-name"
  /** Length and characters of a name. */
  | "names"
  /** Which fields of the frontmatter it reads, besides those that it is known to read. */
  | "fields"
  /** How skills are turned on and off. */
  | "states"
  /** What the model is told before it reads any skill. */
  | "catalog"
  /** How the model gets a skill's instructions. */
  | "by-model"
  /** Whether a person can call a skill by name. */
  | "by-person"
  /** What the model is given when a person has called a skill; the lab sends nothing. */
  | "sent"
  | "commands"
  /** When it reads the disk again after its start. */
  | "reload"
  /** The names of its tools, and what these may do. */
  | "tools";

/** Shown in place of anything that is not documented. */
export const notDocumented = "not documented";

/** Whether a subject is undocumented for a harness. */
export function isUndocumented(
  { undocumented = [] }: { readonly undocumented?: readonly Subject[] },
  subject: Subject,
): boolean {
  return undocumented.includes(subject);
}
