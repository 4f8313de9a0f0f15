export interface WriteToolRules {
  readonly tools: readonly WriteTool[];
  /** What a successful write that makes the harness reload adds to its output. */
  readonly reloaded: string;
}

/** What it prints on success: `{path}` as given, `{count}` of patches. */
export interface WriteTool {
  /** `write`: a whole file. `replace`: a text that stands in a file once. `patch`: several such, all or none. */
  readonly kind: "write" | "replace" | "patch";
  readonly name: string;
  readonly output: string;
  /** What it says to the model when it cannot: `{path}`, `{index}` of the patch, `{count}` of places. */
  readonly refusals: {
    readonly noFile: string;
    readonly notFound: string;
    readonly notOnce: string;
  };
}
