/** `rw-r--r--`, with the letters of the bits by which a program runs as another, and of those that keep files. */
export function permissions(mode: number): string {
  return Array.from("rwxrwxrwx", (letter, at) => {
    const isSet = (mode & (0o400 >> at)) !== 0;
    const special = at % 3 === 2 && (mode & (0o4000 >> ((at - 2) / 3))) !== 0;
    if (!special) return isSet ? letter : "-";
    const sign = at === 8 ? "t" : "s";
    return isSet ? sign : sign.toUpperCase();
  }).join("");
}

const users: Readonly<Record<string, number>> = { u: 0o4700, g: 0o2070, o: 0o1007, a: 0o7777 };
const rights: Readonly<Record<string, number>> = { r: 0o444, w: 0o222, x: 0o111, s: 0o6000, t: 0o1000 };

/** What becomes of a file's mode. */
export type ModeChange = (mode: number, isFolder: boolean) => number;

/** How a mode such as `644`, `u+x,go=` or `a=rX` changes that of a file; `undefined` for what is none. */
export function modeChange(given: string, umask: number): ModeChange | undefined {
  if (/^[0-7]{1,5}$/.test(given) && Number.parseInt(given, 8) <= 0o7777) return () => Number.parseInt(given, 8);
  if (!/^[ugoa]*(?:[-+=](?:[rwxXst]*|[ugo]))+(?:,[ugoa]*(?:[-+=](?:[rwxXst]*|[ugo]))+)*$/.test(given)) return undefined;
  const steps = given.split(",").flatMap((clause) => {
    const [who = ""] = /^[ugoa]*/.exec(clause) ?? [];
    return (
      clause
        .slice(who.length)
        .match(/[-+=][^-+=]*/g)
        ?.map((part) => stepOf(who, part, umask)) ?? []
    );
  });
  return (before, isFolder) => steps.reduce((mode, step) => step(mode, isFolder), before);
}

/** One step, such as `go` and `-w`; without a user, what the umask forbids stays as it is. */
function stepOf(who: string, part: string, umask: number): ModeChange {
  const isPlain = who === "";
  const meant = isPlain ? 0o7777 : Array.from(who, (user) => users[user] ?? 0).reduce((a, b) => a | b, 0);
  return (mode, isFolder) => {
    const bits = bitsOf(part.slice(1), mode, isFolder) & meant & (isPlain ? ~umask : 0o7777);
    if (part.startsWith("+")) return mode | bits;
    if (part.startsWith("-")) return mode & ~bits;
    return (mode & ~(meant & (isPlain || isFolder ? 0o777 : 0o7777))) | bits;
  };
}

/** The bits that letters stand for, of all users; a user's letter stands for what that user may do. */
function bitsOf(letters: string, mode: number, isFolder: boolean): number {
  const shift = { u: 6, g: 3, o: 0 }[letters];
  if (shift !== undefined) return ((mode >> shift) & 7) * 0o111;
  return Array.from(letters, (letter) =>
    letter === "X" ? (isFolder || (mode & 0o111) !== 0 ? 0o111 : 0) : (rights[letter] ?? 0),
  ).reduce((a, b) => a | b, 0);
}
