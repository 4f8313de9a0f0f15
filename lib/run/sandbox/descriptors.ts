/** The redirections of a parsed command. */
export interface Redirected {
  readonly redirections?: readonly Redirection[];
}

export interface Redirection {
  readonly operator: string;
  readonly fd?: number | null;
  readonly target: { readonly parts?: readonly { readonly type: string; readonly value?: string }[] };
}

/**
 * Which file descriptors from 3 on are copies of stdout, and where that led. The shell has one way for what a command prints: into the pipe,
 * file or variable that is next. So a copy that would lead past one of these is refused.
 */
export function descriptorCopies() {
  const ways = new Map<number, number>();
  return {
    /**
     * Takes a command's redirections.
     * @param way a number for where stdout leads
     * @returns why they are not possible
     */
    lost(redirections: readonly Redirection[], way: number): string | undefined {
      const used = redirections.map(copyOf).find((each) => ways.has(each) && ways.get(each) !== way);
      for (const each of redirections) if (copyOf(each) === 1 && (each.fd ?? 1) > 2) ways.set(each.fd ?? 1, way);
      return used === undefined
        ? undefined
        : `bash: ${used}: it leads past a pipe, a file or a variable, which is not possible here\n`;
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
