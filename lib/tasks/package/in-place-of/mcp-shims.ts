import nodeProcess from "node:process";

/**
 * What the SDK of the Model Context Protocol picks by its surroundings, in the package: Node's process, and no validator of JSON Schema.
 * The tools check what they are given by their shapes, and nothing is asked of a client that would have to be checked.
 */
export const process = nodeProcess;

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("Nothing is checked by a JSON Schema here.");
  }
}
