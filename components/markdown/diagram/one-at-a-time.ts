/**
 * Lets each asker begin once all earlier ones have left, in the order of asking.
 * @returns a function that asks: `begin` is called at once or later, at most once. What it returns leaves, or withdraws what has not begun;
 *   further calls do nothing
 */
export function oneAtATime(): (begin: () => void) => () => void {
  const asked = new Set<() => void>();
  const holder = () => asked.values().next().value;
  return (begin) => {
    const turn = () => begin();
    asked.add(turn);
    if (holder() === turn) turn();
    return () => {
      const held = holder() === turn;
      if (asked.delete(turn) && held) holder()?.();
    };
  };
}
