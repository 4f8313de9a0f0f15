/**
 * Replaces the modules of `yaml` that write YAML, as the package only reads it: they weigh a tenth of the engine. A key that is a list or a
 * mapping is made a text by them, too; here it is JSON, as `yaml` has it where it knows no document.
 */
function asJson(value: unknown): string {
  return JSON.stringify(value);
}

export function createStringifyContext(): object {
  return {};
}

export {
  asJson as stringifyCollection,
  asJson as stringifyDocument,
  asJson as stringifyNumber,
  asJson as stringifyPair,
  asJson as stringifyString,
};
