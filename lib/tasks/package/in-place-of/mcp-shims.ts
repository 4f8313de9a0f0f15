import nodeProcess from "node:process";

/**
 * Replaces what the MCP SDK picks by environment: Node's process, and no JSON Schema validator. The tools validate their input by their
 * shapes, and nothing is asked of a client that would need validation.
 */
export const process = nodeProcess;

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("Nothing is checked by a JSON Schema here.");
  }
}
