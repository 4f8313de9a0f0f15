/**
 * Keys of an object, with a dot between nested ones and a `!` behind one that has to be there, and the form of the value of each. Other keys
 * may have any value.
 */
export type Shape = Readonly<Record<string, Form>>;

/** A form of JSON values: a pattern for the whole value as JSON, a list, an object, or one of several forms. */
export type Form = string | ListForm | ObjectForm | readonly Form[];

export interface ListForm {
  /** The form of each entry. */
  readonly list: Form;
}

export interface ObjectForm {
  /** A pattern for the name of each key. */
  readonly names?: string;
  readonly keys?: Shape;
  /** The form of the values of all keys that are not in `keys`; absent: any. */
  readonly others?: Form;
}

/** The first key whose value has another form, or is missing where there has to be one. */
export function misshapen(object: object, shape: Shape): string | undefined {
  return Object.entries(shape).find(([path, form]) => {
    const keys = path.replace("!", "").split(".");
    const value = keys.reduce<unknown>((at, key) => Object(at)[key], object);
    return value === undefined ? path.endsWith("!") : !hasForm(value, form);
  })?.[0];
}

function hasForm(value: unknown, form: Form): boolean {
  if (typeof form === "string") return fits(value, form);
  if (isOneOf(form)) return form.some((each) => hasForm(value, each));
  if ("list" in form) return Array.isArray(value) && value.every((each) => hasForm(each, form.list));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { names, keys = {}, others } = form;
  if (misshapen(value, keys) !== undefined) return false;
  const isKnown = (key: string) => Object.hasOwn(keys, key) || Object.hasOwn(keys, `${key}!`);
  return Object.entries(value).every(
    ([key, each]) =>
      (names === undefined || new RegExp(`^(?:${names})$`).test(key)) &&
      (others === undefined || isKnown(key) || hasForm(each, others)),
  );
}

function isOneOf(form: Form): form is readonly Form[] {
  return Array.isArray(form);
}

/** A value too long or too deep to be held against a pattern passes. */
function fits(value: unknown, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, "s").test(JSON.stringify(value));
  } catch {
    return true;
  }
}
