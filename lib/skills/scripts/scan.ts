/** What a script asks for, found in its text alone. It names what is written there, and never vouches that nothing else is asked for. */
export interface ScriptScan {
  /** Modules of other packages and of the language's own library, each time that they are asked for; none that lie beside it by a path. */
  readonly imports: readonly Imported[];
  /**
   * Modules that may lie beside it: those that are imported, each name that is imported from one, as that may be a module, too, and what is asked
   * for by a path (`.base`). Of Python alone.
   */
  readonly modules: readonly Imported[];
  /** Programs that it starts. */
  readonly commands: readonly Called[];
  /** What of it asks for a network: modules, functions, programs. */
  readonly network: readonly Called[];
}

export interface Imported {
  /** Of Python the first part of the module's name; of JavaScript the package, or `node:` and the module of Node's own. */
  readonly name: string;
  /** As a whole: `urllib.request`, `lodash/fp`. */
  readonly module: string;
  /** From 1. */
  readonly line: number;
  /** Whether every run comes to it: it stands in no function and no condition, and nothing catches that it is missing. */
  readonly isSure: boolean;
}

export interface Called {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}
