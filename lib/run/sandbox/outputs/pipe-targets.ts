import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import type { Redirected, Redirection } from "./descriptors.ts";

/** The part of a shell's state that decides which files a redirection opens. */
export interface OpeningState {
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly options: { readonly noclobber?: boolean };
}

interface WordPart {
  readonly type: string;
  readonly value?: string;
  readonly parts?: readonly WordPart[];
  readonly parameter?: string;
  readonly operation?: unknown;
}

/**
 * Opens what the commands behind the first of a pipeline write to. In bash all of them start at once, so `find . | sort > list` finds the
 * list, and `cat f | sort > f` reads an empty file, while the page runs one after the other. A target whose words do more than name it is
 * opened when its command runs, and what cannot be opened is told by that command.
 */
export function openTargets(tree: RunTree, commands: readonly Redirected[], state: OpeningState): void {
  for (const redirection of commands.slice(1).flatMap(({ redirections = [] }) => redirections)) {
    const path = openedBy(redirection, state);
    if (path === undefined || (redirection.operator.endsWith(">>") && tree.exists(path))) continue;
    try {
      tree.write(path, new Uint8Array());
    } catch (caught) {
      if (!(caught instanceof RunFileError)) throw caught;
    }
  }
}

function openedBy({ operator, target }: Redirection, { cwd, env, options }: OpeningState): string | undefined {
  // Under `noclobber` the command itself would then refuse a file that was not there before.
  const isOpen = (options.noclobber ? /^(?:&?>>|>\|)$/ : /^&?>[>|]?$/).test(operator);
  const name = isOpen ? textOf(target.parts ?? [], env, false) : undefined;
  const path = name && resolvePath(cwd, name);
  return path?.startsWith("/dev/") ? undefined : path || undefined;
}

type Env = OpeningState["env"];

/** The text of a word of plain text and variables; `undefined` for any other, whose expansion may do something or give several words. */
function textOf(parts: readonly WordPart[], env: Env, isQuoted: boolean): string | undefined {
  const texts = parts.map((part) => partText(part, env, isQuoted));
  return texts.includes(undefined) ? undefined : texts.join("");
}

function partText(part: WordPart, env: Env, isQuoted: boolean): string | undefined {
  const { type, value, parts = [], parameter = "", operation } = part;
  if (/^(?:Literal|SingleQuoted|Escaped)$/.test(type)) return value;
  if (type === "DoubleQuoted") return textOf(parts, env, true);
  const isPlain = type === "ParameterExpansion" && !operation && /^[A-Za-z_]\w*$/.test(parameter);
  const held = isPlain ? env.get(parameter) : undefined;
  return isQuoted || (held && !/[\s*?[\\]/.test(held)) ? held : undefined;
}
