import { resolvePath } from "#lib/vfs/paths.ts";

/** The redirections of a parsed command. */
export interface Redirected {
  readonly redirections?: readonly Redirection[];
}

export interface Redirection {
  readonly operator: string;
  readonly fd?: number | null;
  readonly target: { readonly parts?: readonly { readonly type: string; readonly value?: string }[] };
}

/** What the words behind a command's redirections name, by their place in the list; names of files are from `folder`. */
export type Targets = ReadonlyMap<number, string> & { readonly folder?: string };

/** The paths of the files that stdin and stdout lead to, where they lead to files. */
export interface Files {
  readonly in: string | undefined;
  readonly out: string | undefined;
}

/** A number for where stdout leads, and whether that is to whoever started the line. */
interface Way {
  readonly way: number;
  readonly isDirect: boolean;
}

/**
 * Which file descriptors from 3 on are copies of stdout, and where that led. The shell has one way for what a command prints: into the pipe,
 * file or variable that is next. So a copy that would lead past one of these is refused, unless it leads to whoever started the line.
 */
export function descriptorCopies() {
  const ways = new Map<number, Way>();
  return {
    /**
     * Takes a command's redirections.
     * @param to where its stdout leads
     * @param isMoved whether `exec` has led that to a file, of which the shell copies the name
     * @returns whether it prints past what is next, to whoever started the line; or why they are not possible
     */
    lost(
      redirections: readonly Redirection[],
      to: Way,
      isMoved: boolean,
    ): { readonly past?: true; readonly why?: string } {
      const used = redirections.map(copyOf).find((each) => ways.has(each) && ways.get(each)?.way !== to.way);
      for (const { fd } of redirections.filter((each) => copyOf(each) === 1 && (each.fd ?? 1) > 2)) {
        if (isMoved) ways.delete(fd ?? 1);
        else ways.set(fd ?? 1, { way: to.way, isDirect: to.isDirect });
      }
      if (used === undefined) return {};
      if (redirections.length === 1 && ways.get(used)?.isDirect && redirections.every(movesOut)) return { past: true };
      return { why: `bash: ${used}: it leads past a pipe, a file or a variable, which is not possible here\n` };
    },
  };
}

/** The file descriptor of which a redirection makes another a copy; NaN if of none. */
function copyOf(redirection: Redirection): number {
  return redirection.operator === ">&" ? Number(literalOf(redirection) ?? Number.NaN) : Number.NaN;
}

/** Whether stdout leads elsewhere. */
export function movesOut(redirection: Redirection): boolean {
  return /^&?>/.test(redirection.operator) && (redirection.fd ?? 1) === 1;
}

export function literalOf({ target }: Redirection): string | undefined {
  const [part, ...more] = target.parts ?? [];
  return part?.type === "Literal" && more.length === 0 ? part.value : undefined;
}

/** Whether stdout and stderr stay where they went: the redirection changes stdin, or sends stderr to stdout. */
export function keepsPlaces(redirection: Redirection): boolean {
  const { operator, fd } = redirection;
  if (/^<{1,3}-?$/.test(operator)) return (fd ?? 0) === 0;
  return operator === ">&" && fd === 2 && literalOf(redirection) === "1";
}

/** Whether both streams go to one place after these redirections. `isJoined`: whether they did before. */
export function areOne(redirections: readonly Redirection[], isJoined: boolean): boolean {
  const places = placesAfter(redirections, isJoined);
  return places.get(1) === places.get(2);
}

/** The files of a command with these redirections. */
export function filesAfter(redirections: readonly Redirection[], targets: Targets, before: Files): Files {
  let files = before;
  for (const [index, redirection] of redirections.entries()) {
    const { operator, fd } = redirection;
    const target = targets.get(index) ?? "";
    const isFile = /^(?:<|&?>[>|]?)$/.test(operator) && !target.startsWith("/dev/");
    const path = isFile ? resolvePath(targets.folder ?? "/", target) : undefined;
    if (operator.startsWith("<") && (fd ?? 0) === 0) files = { ...files, in: path };
    else if (movesOut(redirection) && target !== "1") files = { ...files, out: path };
  }
  return files;
}

/** Whether one of the streams goes into a file, and neither to where the other went before. */
export function leadIntoFiles(redirections: readonly Redirection[]): boolean {
  const isKnown = redirections.every(
    ({ operator, fd, ...rest }) =>
      (operator.startsWith("<") && operator !== "<&" && operator !== "<>") ||
      ((fd ?? 1) < 3 && (operator !== ">&" || /^[12]$/.test(literalOf({ operator, ...rest }) ?? ""))),
  );
  const places = placesAfter(redirections, false);
  return isKnown && places.get(1) !== "2" && places.get(2) !== (places.get(1) === "1" ? "" : "1");
}

/** Where both streams go after these redirections: where one of them went before, by its number, or into a file. */
function placesAfter(redirections: readonly Redirection[], isJoined: boolean): ReadonlyMap<number, string> {
  const places = new Map([
    [1, "1"],
    [2, isJoined ? "1" : "2"],
  ]);
  for (const [index, redirection] of redirections.entries()) {
    const { operator, fd } = redirection;
    if (!/^&?>/.test(operator)) continue;
    const target = literalOf(redirection);
    const copied = operator === ">&" ? places.get(Number(target)) : undefined;
    const place = copied ?? fileOf(operator, target, index);
    for (const from of operator.startsWith("&") ? [1, 2] : [fd ?? 1]) places.set(from, place);
  }
  return places;
}

/** Identifies a redirection's target. Two redirections to one file overwrite each other, except appending ones. */
function fileOf(operator: string, target: string | undefined, index: number): string {
  return operator.includes(">>") && target !== undefined ? `>>${target}` : `>${index}`;
}
