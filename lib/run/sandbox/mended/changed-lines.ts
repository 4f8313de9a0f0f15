/**
 * Which lines of two texts are not in the other, as GNU's diff finds them: by Myers' algorithm from both ends, without lines that the other
 * does not have at all; then runs of changes are moved towards the end, or to where the other text has changes. Where several answers are as
 * short, scripts see the same one.
 * @returns a 1 for each such line, of the first text and of the second
 */
export function changedLines(left: readonly string[], right: readonly string[]): readonly [Uint8Array, Uint8Array] {
  const changed = [new Uint8Array(left.length), new Uint8Array(right.length)] as const;
  const [inLeft, inRight] = [new Set(left), new Set(right)];
  const known = [
    left.flatMap((line, at) => (inRight.has(line) ? [at] : [])),
    right.flatMap((line, at) => (inLeft.has(line) ? [at] : [])),
  ] as const;
  changed[0].fill(1);
  changed[1].fill(1);
  for (const side of [0, 1] as const) for (const at of known[side]) changed[side][at] = 0;
  const [x, y] = [known[0].map((at) => left[at] ?? ""), known[1].map((at) => right[at] ?? "")];
  compare(x, y, { from: 0, to: x.length, begin: 0, end: y.length }, (side, at) => {
    changed[side][known[side][at] ?? 0] = 1;
  });
  move(left, changed[0], changed[1]);
  move(right, changed[1], changed[0]);
  return changed;
}

/** A part of two lists. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly begin: number;
  readonly end: number;
}

function compare(
  x: readonly string[],
  y: readonly string[],
  part: Part,
  mark: (side: 0 | 1, at: number) => void,
): void {
  let { from, to, begin, end } = part;
  while (from < to && begin < end && x[from] === y[begin]) {
    from++;
    begin++;
  }
  while (from < to && begin < end && x[to - 1] === y[end - 1]) {
    to--;
    end--;
  }
  if (from === to) for (let at = begin; at < end; at++) mark(1, at);
  else if (begin === end) for (let at = from; at < to; at++) mark(0, at);
  else {
    const [middle, other] = middleOf(x, y, { from, to, begin, end });
    compare(x, y, { from, to: middle, begin, end: other }, mark);
    compare(x, y, { from: middle, to, begin: other, end }, mark);
  }
}

/** A point on a shortest way from one list to the other, which is looked for from both ends at once. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: both ends take turns over the same numbers
function middleOf(x: readonly string[], y: readonly string[], { from, to, begin, end }: Part): [number, number] {
  const [least, most] = [from - end, to - begin];
  const [forward, backward] = [new Map<number, number>(), new Map<number, number>()];
  let [low, high] = [from - begin, from - begin];
  let [below, above] = [to - end, to - end];
  const isOdd = ((low - below) & 1) === 1;
  forward.set(low, from);
  backward.set(below, to);
  const reach = (of: Map<number, number>, at: number, none: number) => of.get(at) ?? none;
  for (;;) {
    if (low > least) forward.set(--low - 1, -1);
    else low++;
    if (high < most) forward.set(++high + 1, -1);
    else high--;
    for (let at = high; at >= low; at -= 2) {
      const [down, up] = [reach(forward, at - 1, -1), reach(forward, at + 1, -1)];
      let place = down < up ? up : down + 1;
      while (place < to && place - at < end && x[place] === y[place - at]) place++;
      forward.set(at, place);
      if (isOdd && below <= at && at <= above && reach(backward, at, Number.POSITIVE_INFINITY) <= place)
        return [place, place - at];
    }
    const far = Number.POSITIVE_INFINITY;
    if (below > least) backward.set(--below - 1, far);
    else below++;
    if (above < most) backward.set(++above + 1, far);
    else above--;
    for (let at = above; at >= below; at -= 2) {
      const [down, up] = [reach(backward, at - 1, far), reach(backward, at + 1, far)];
      let place = down < up ? down : up - 1;
      while (from < place && begin < place - at && x[place - 1] === y[place - at - 1]) place--;
      backward.set(at, place);
      if (!isOdd && low <= at && at <= high && place <= reach(forward, at, -1)) return [place, place - at];
    }
  }
}

/** Moves runs of changes of a text over lines that are the same, which joins those that meet. @param other the changes of the other text */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: every step goes along both texts
function move(lines: readonly string[], changed: Uint8Array, other: Uint8Array): void {
  const end = lines.length;
  let [at, to] = [0, 0];
  for (;;) {
    while (at < end && !changed[at]) {
      while (other[to++]);
      at++;
    }
    if (at === end) return;
    let start = at;
    while (changed[++at]);
    while (other[to]) to++;
    let [length, matching] = [0, end];
    do {
      length = at - start;
      while (start > 0 && lines[start - 1] === lines[at - 1]) {
        changed[--start] = 1;
        changed[--at] = 0;
        while (changed[start - 1]) start--;
        while (other[--to]);
      }
      matching = other[to - 1] ? at : end;
      while (at !== end && lines[start] === lines[at]) {
        changed[start++] = 0;
        changed[at++] = 1;
        while (changed[at]) at++;
        while (other[++to]) matching = at;
      }
    } while (length !== at - start);
    while (matching < at) {
      changed[--start] = 1;
      changed[--at] = 0;
      while (other[--to]);
    }
  }
}
