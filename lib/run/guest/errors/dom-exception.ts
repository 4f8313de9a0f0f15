/** The names that have a code, which is their place; where a dash stands, no name has it any more. */
const names =
  "- IndexSizeError - HierarchyRequestError WrongDocumentError InvalidCharacterError - NoModificationAllowedError NotFoundError NotSupportedError InUseAttributeError InvalidStateError SyntaxError InvalidModificationError NamespaceError InvalidAccessError - TypeMismatchError SecurityError NetworkError AbortError URLMismatchError QuotaExceededError TimeoutError InvalidNodeTypeError DataCloneError".split(
    " ",
  );

interface Naming {
  readonly name?: string;
  readonly cause?: unknown;
}

/** The web's `DOMException`: what functions throw that browsers have too, by name. */
export class DOMException extends Error {
  readonly #name: string;
  constructor(message = "", naming: string | Naming = "Error") {
    const { name = "Error", ...others } = typeof naming === "object" ? naming : { name: naming };
    super(`${message}`, others);
    this.#name = `${name}`;
  }
  override get name(): string {
    return this.#name;
  }
  get code(): number {
    return Math.max(names.indexOf(this.#name), 0);
  }
  get [Symbol.toStringTag](): string {
    return "DOMException";
  }
}
