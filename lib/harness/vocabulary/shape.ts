/**
 * Keys of a settings file, with a dot between nested ones, and a pattern for the value of each as JSON. A file with another value says
 * nothing at all.
 */
export type Shape = Readonly<Record<string, string>>;
