/** Runs work that is written as a generator to its end, without a pause. */
export function finish<Result>(steps: Generator<unknown, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * The result of `make` for each item, with a yield after each, or after a number of them: a yield passes through all
 * enclosing generators, which takes longer than a small item does.
 */
export function* mapInSteps<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Made,
  every = 1,
): Generator<undefined, Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    if (made.length % every === 0) yield;
  }
  return made;
}
