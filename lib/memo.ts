/**
 * The function with its results kept by their text, so that each is made once. Forgets all of them when it holds
 * `most`: what is asked for often is soon there again.
 */
export function memoText<Text extends string, Made extends {}>(
  most: number,
  make: (text: Text) => Made,
): (text: Text) => Made {
  const known = new Map<Text, Made>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}

/** The function with each result kept for as long as its object is in use. For objects that never change. */
export function memoObject<Key extends WeakKey, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Made;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
