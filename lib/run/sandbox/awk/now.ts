/** A value, or one that waits for a command. */
export type Now<T> = T | Promise<T>;

/** Goes on with a value, at once unless it must be waited for. */
export function follow<T, U>(value: Now<T>, next: (value: T) => Now<U>): Now<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Goes on with several values, which are taken from left to right. */
export function all<T, U>(takes: readonly (() => Now<T>)[], next: (values: T[]) => Now<U>): Now<U> {
  const values: T[] = [];
  for (let at = 0; at < takes.length; at++) {
    const value = (takes[at] as () => Now<T>)();
    if (value instanceof Promise) {
      const rest = takes.slice(at + 1);
      return value.then((first) => all(rest, (others) => next([...values, first, ...others])));
    }
    values.push(value);
  }
  return next(values);
}
