/**
 * The function with its results kept by their key, so that each is made once. Forgets all of them when it holds `most`:
 * what is asked for often is soon there again.
 */
export function memo<Made extends {}>(most: number, make: (key: string) => Made): (key: string) => Made {
  const known = new Map<string, Made>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}
