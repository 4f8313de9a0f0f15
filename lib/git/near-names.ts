/** Up to five of `names` that a person may have meant by `wanted`, likeliest first. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const target = wanted.toLowerCase();
  const most = Math.max(2, wanted.length / 3);
  return names
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
}

/**
 * Edits between the two; names of which one contains the other (`1.0`, `v1.0`) are one away. Not counted where they are
 * plainly more than `most`: a server may name a quarter of a million refs, and one of them as long as a page.
 */
function distanceOf(a: string, b: string, most: number): number {
  if (a === b) return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length > 1 && long.includes(short)) return 1;
  const difference = long.length - short.length;
  return difference > most ? difference : editDistance(a, b);
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
