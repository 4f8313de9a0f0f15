/**
 * What a script needs, found in its text alone. The scan lists what is written there and does not guarantee that nothing else is needed.
 */
export interface ScriptScan {
  /** Each import of a module from another package or from the language's own library; modules imported by a relative path are left out. */
  readonly imports: readonly Imported[];
  /**
   * Modules that may lie beside the script: imported ones, each name imported from a module, since it may be a module, too, and relative
   * ones (`.base`); for JavaScript those that are named by a path (`./base.js`), and for a shell scripts that it names.
   */
  readonly modules: readonly Imported[];
  /** Programs that the script starts. */
  readonly commands: readonly Called[];
  /** Modules and functions that need a network. */
  readonly network: readonly Called[];
  /** Parts of the language's own library that no page has, and that no other way is left for. */
  readonly lacked: readonly Called[];
}

export interface Imported {
  /** For Python the first part of the module's name; for JavaScript the package, or `node:` and the name of a module of Node's. */
  readonly name: string;
  /** The full name: `urllib.request`, `lodash/fp`. */
  readonly module: string;
  /** 1-based. */
  readonly line: number;
  /** Whether every run executes the import: it is in no function and no condition, and no handler catches its failure. */
  readonly isSure: boolean;
  /** Whether Node takes its name for the whole name of a file, as in `import`, and adds no ending. */
  readonly isWhole?: boolean;
}

export interface Called {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}
