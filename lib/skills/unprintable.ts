// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what YAML 1.1 forbids
const unprintable = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/**
 * The 1-based line of the first character that no stream of YAML 1.1 may hold, where the `yaml` package minds none;
 * `undefined` if there is none.
 */
export function findUnprintable(yaml: string): number | undefined {
  const index = yaml.search(unprintable);
  return index < 0 ? undefined : yaml.slice(0, index).split(/\r\n?|\n/).length;
}
