/**
 * What nobody may have written down of a harness. What its profile says of such a subject only lets the lab run, and is told
 * nowhere: in its place stands that it is not documented. Of faults in a file, each ruling says it for itself.
 */
export type Subject =
  /** Whether folders around the working folder count. */
  | "further-folders"
  | "plugins"
  /** Which files below a root count: the search takes them at any depth. */
  | "depth"
  /** Whether links are followed: the search follows them. */
  | "links"
  /** Which of two skills with one name counts: none gives way. */
  | "same-name"
  /** How long a name may be, and of what characters. */
  | "names"
  /** Which fields of the frontmatter it reads, but for those it is known to. */
  | "fields"
  /** How skills are turned on and off. */
  | "states"
  /** What the model is told before it reads any. */
  | "catalog"
  /** How the model gets at a skill's instructions. */
  | "by-model"
  /** Whether a person can call a skill by name. */
  | "by-person"
  /** What the model is given when a person has called one: nothing is sent. */
  | "sent"
  | "commands"
  /** When it looks at the disk again after its start. */
  | "reload"
  /** The names of its tools, and what these may do. */
  | "tools";

/** What stands wherever nobody has written down how it is. */
export const notDocumented = "not documented";

/** Whether nothing is known of a subject. */
export function isUndocumented(
  { undocumented = [] }: { readonly undocumented?: readonly Subject[] },
  subject: Subject,
): boolean {
  return undocumented.includes(subject);
}
