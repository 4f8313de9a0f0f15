/**
 * What the SDK of the Model Context Protocol picks by its surroundings, in the package: Node's process, and no validator of JSON Schema.
 * The tools check what they are given by their shapes, and nothing is asked of a client that would have to be checked.
 */
export { default as process } from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("Nothing is checked by a JSON Schema here.");
  }
}
