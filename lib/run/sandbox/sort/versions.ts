const letter = /[A-Za-z]/;
const digit = /\d/;

/** Where a sign of a version stands among others; `~` comes before the end, which comes before all else. */
function rankOf(text: string, at: number): number {
  const sign = text[at];
  if (sign === undefined) return -1;
  if (digit.test(sign)) return 0;
  if (letter.test(sign)) return sign.charCodeAt(0);
  return sign === "~" ? -2 : sign.charCodeAt(0) + 256;
}

/** Compares parts without digits by their signs, and numbers by their values, in turn. */
function inTurn(one: string, other: string): number {
  let [at, also] = [0, 0];
  const isPart = (text: string, place: number) => place < text.length && !digit.test(text[place] ?? "");
  while (at < one.length || also < other.length) {
    while (isPart(one, at) || isPart(other, also)) {
      const difference = rankOf(one, at++) - rankOf(other, also++);
      if (difference !== 0) return difference;
    }
    const [number, second] = [numberAt(one, at), numberAt(other, also)];
    [at, also] = [at + number.length, also + second.length];
    const difference = compareDigits(number.replace(/^0+/, ""), second.replace(/^0+/, ""));
    if (difference !== 0) return difference;
  }
  return 0;
}

function numberAt(text: string, at: number): string {
  const digits = /\d*/y;
  digits.lastIndex = at;
  return digits.exec(text)?.[0] ?? "";
}

/** Compares whole numbers without noughts before them. */
export function compareDigits(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

function withoutEndings(name: string): string {
  let end = name.length;
  for (;;) {
    const dot = name.lastIndexOf(".", end - 1);
    if (dot < 0 || end === 0 || !/^[A-Za-z~][A-Za-z0-9~]*$/.test(name.slice(dot + 1, end))) return name.slice(0, end);
    end = dot;
  }
}

const first = ["", ".", ".."];

/** Before the names of hidden files come none, and those of the folder and of the one above; the others come last. */
function placeOf(name: string): number {
  const place = first.indexOf(name);
  return place >= 0 ? place : first.length + Number(!name.startsWith("."));
}

/** Compares names with versions as GNU's `sort -V` and `ls -v` do: first without their endings, such as `.tar.gz`. */
export function compareVersions(one: string, other: string): number {
  const [place, second] = [placeOf(one), placeOf(other)];
  if (place !== second || place < first.length) return place - second;
  return inTurn(withoutEndings(one), withoutEndings(other)) || inTurn(one, other);
}
