import type { ScriptedCall } from "#test/servers/providers/model-script.ts";
import type { Headless } from "./headless.ts";
import type { JailAnswer, JailTask, WarmModule, WarmServer } from "./jail/jail-task.ts";
import type { Settings } from "./random-settings.ts";
import type { Told } from "./told.ts";
import type { Call, Folders, PlacedTree } from "./tree.ts";

/** Whether a catalog's row is one of the program's bundled skills. */
export type IsOwn = (row: string) => boolean;

/** How a program is started on a screen. */
export interface Screen {
  args(model: string): readonly string[];
  /** The files without which it would begin with questions, where a tree has none of their paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** How to run a released program, and where its requests mention skills. */
export interface Program {
  /** The profile that it is compared with. */
  readonly id: string;
  readonly label: string;
  /** The npm package, and the default version. */
  readonly package: string;
  readonly version: string;
  /** Its command in `node_modules/.bin`. */
  readonly command: string;
  readonly wire: JailTask["wire"];
  readonly folders: Folders;
  /** The model it is run with. */
  readonly model: string;
  /** The model's context window in tokens, if the program assumes another than the engine. */
  readonly window?: number;
  /** Seconds for one tree, if it needs more than others. */
  readonly limit?: number;
  readonly env: Readonly<Record<string, string>>;
  /** How it is asked many trees in one process: a module, by its path in `node_modules`, or a server, and what asks it this tree. */
  readonly warm?: WarmModule | ((tree: PlacedTree, line: string) => WarmServer);
  /** What people write into its settings, for random trees. */
  readonly settings: Settings;
  /** The program's own files, unless the tree has them. */
  setup(tree: PlacedTree): Readonly<Record<string, string>>;
  /** A file of the tree, with the program's own necessary content added. Absent: files are used as they are. */
  withOwn?(path: string, text: string): string;
  /** The line as a person types it to this program. */
  line(line: string): string;
  /** @param isGuarded whether it is to ask before what it does, as it would by itself */
  args(prompt: string, model: string, isGuarded: boolean): readonly string[];
  /** For a program that treats a line differently in a terminal: the arguments with which it does the same without one. */
  inTerminal?(line: string, model: string): readonly string[];
  /** How it is started where a line is typed on its screen; absent: nobody has found out. */
  readonly screen?: Screen;
  /** What it does otherwise without a terminal. */
  readonly headless?: Headless;
  /** A step of the model; `undefined` if it has no such tool. */
  call(call: Call): ScriptedCall | undefined;
  read(path: string): ScriptedCall;
  told(answer: JailAnswer, tree: PlacedTree, isOwn: IsOwn): Told;
}
