import type { SelectedFile, Selection } from "./state.ts";

/** The most open tabs; beyond it, the one opened first is closed. */
const mostOpen = 20;

/** The paths of the open files, in the order of their tabs. */
export function openPaths({ file, open = [] }: Selection): readonly string[] {
  return file && !open.includes(file.path) ? [...open, file.path] : open;
}

/** The selection with a file opened and shown. */
export function withOpened(selection: Selection, file: SelectedFile): Selection {
  const before = openPaths(selection);
  const open = before.includes(file.path) ? before : [...before, file.path];
  return { ...selection, file, open: open.slice(-mostOpen) };
}

/**
 * The selection with a file closed. Where it was on show, the one in the next tab is shown, unless `showsNext` is
 * false, which leaves the others in their tabs.
 */
export function withClosed(selection: Selection, path: string, showsNext: boolean): Selection {
  const { file, ...rest } = selection;
  const before = openPaths(selection);
  const index = before.indexOf(path);
  const open = before.filter((one) => one !== path);
  if (file && file.path !== path) return { ...rest, file, open };
  const next = showsNext ? (open[index] ?? open.at(-1)) : undefined;
  return { ...rest, open, ...(next !== undefined && { file: { path: next } }) };
}

/**
 * The selection with other paths, as files were moved or are shown elsewhere; the same object where no path changes.
 */
export function withPaths(selection: Selection, pathOf: (path: string) => string): Selection {
  const { skill, file, open } = selection;
  const paths = [skill, file?.path, ...(open ?? [])].filter((path) => path !== undefined);
  if (paths.every((path) => pathOf(path) === path)) return selection;
  return {
    ...(skill !== undefined && { skill: pathOf(skill) }),
    ...(file && { file: { ...file, path: pathOf(file.path) } }),
    ...(open && { open: [...new Set(open.map(pathOf))] }),
  };
}
