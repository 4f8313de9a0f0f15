/** The endings of the archives that can be opened, as a file chooser takes them. */
export const archiveEndings = [".zip", ".skill", ".tar.gz", ".tgz", ".tar"] as const;

const ending = /\.(?:zip|skill|tar\.gz|tgz|tar)$/i;

/** Whether a file of this name is to be unpacked. */
export function isArchiveName(name: string): boolean {
  return ending.test(name);
}

/** An archive's name without its ending; any other name as it is. */
export function withoutEnding(name: string): string {
  return name.replace(ending, "") || name;
}
