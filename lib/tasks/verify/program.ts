import type { ScriptedCall } from "#test/servers/providers/model-script.ts";
import type { JailAnswer, JailTask } from "./jail-task.ts";
import type { Settings } from "./random-trees.ts";
import type { Told } from "./told.ts";
import type { Call, Folders, PlacedTree } from "./tree.ts";

/** Whether a row of a catalog is one of a skill that the program brings along. */
export type IsOwn = (row: string) => boolean;

/** How a released program is run, and where its requests speak of skills. */
export interface Program {
  /** The profile that it is held against. */
  readonly id: string;
  readonly label: string;
  /** The package and the version that is asked for where nobody names another. */
  readonly package: string;
  readonly version: string;
  /** Its command in `node_modules/.bin`. */
  readonly command: string;
  readonly wire: JailTask["wire"];
  readonly folders: Folders;
  /** The model that it is asked for. */
  readonly model: string;
  /** Of the model, in tokens, where the program knows another than the engine takes for granted. */
  readonly window?: number;
  /** Seconds that it has for one tree, where it needs more than others. */
  readonly limit?: number;
  readonly env: Readonly<Record<string, string>>;
  /** What people write into its settings, for trees of chance. */
  readonly settings: Settings;
  /** Files of its own that it needs, unless the tree has them. */
  setup(tree: PlacedTree): Readonly<Record<string, string>>;
  /** A file of the tree with what the program needs in it, too. Absent: as the tree has it. */
  withOwn?(path: string, text: string): string;
  /** The line as a person would type it to this program. */
  line(line: string): string;
  args(prompt: string, model: string): readonly string[];
  /** Of a program that takes a line otherwise in a terminal: by which arguments it does without one what it does there. */
  inTerminal?(line: string, model: string): readonly string[];
  /** A step of the model; `undefined` where it has no such tool. */
  call(call: Call): ScriptedCall | undefined;
  read(path: string): ScriptedCall;
  told(answer: JailAnswer, tree: PlacedTree, isOwn: IsOwn): Told;
}
