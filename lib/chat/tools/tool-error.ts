/** A tool call that cannot be done, in one sentence for the model: it becomes the call's result, not a failure. */
export class ToolError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "ToolError";
  }

  /** The sentence alone: the SDK words a tool's error for the model by `toString`. */
  override toString(): string {
    return this.message;
  }
}
