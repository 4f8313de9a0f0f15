/**
 * Keys of a settings file, with a dot between nested ones and a `!` behind one that has to be there, and a pattern for the value of each as
 * JSON. A file with another value says nothing at all.
 */
export type Shape = Readonly<Record<string, string>>;

/** The first key whose value has another shape, or is missing where there has to be one. */
export function misshapen(object: Readonly<Record<string, unknown>>, shape: Shape): string | undefined {
  return Object.entries(shape).find(([path, pattern]) => {
    const keys = path.replace("!", "").split(".");
    const value = keys.reduce<unknown>((at, key) => Object(at)[key], object);
    return value === undefined ? path.endsWith("!") : !isShaped(value, pattern);
  })?.[0];
}

/** A value too long or too deep to be held against a pattern passes. */
function isShaped(value: unknown, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, "s").test(JSON.stringify(value));
  } catch {
    return true;
  }
}
