/** The folder that all relative paths begin with; `undefined` when there is none. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first] = paths;
  const top = first?.slice(0, Math.max(first.indexOf("/"), 0));
  return top && paths.every((path) => path.startsWith(`${top}/`)) ? top : undefined;
}
