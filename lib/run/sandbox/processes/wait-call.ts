/** What `wait` is told: `wait -fn -p name 1 %2`. */
export interface WaitCall {
  /** Whether it waits for one only, that which ends first. */
  readonly isFirst: boolean;
  /** The variable in which it tells which process that was. */
  readonly name?: string | undefined;
  readonly names: readonly string[];
}

/** What is wrong with it. */
export interface WaitFault {
  readonly stderr: string;
  readonly exitCode: number;
}

export function readWait(
  args: readonly string[],
  before: Omit<WaitCall, "names"> = { isFirst: false },
): WaitCall | WaitFault {
  const [word = "", ...rest] = args;
  if (!/^-./.test(word)) return { ...before, names: args };
  if (word === "--") return { ...before, names: rest };
  const [, letters = "", takesName, value = "", other] = /^-([fn]*)(?:(p)(.*)|(.))?/s.exec(word) ?? [];
  if (other !== undefined) return fault(`-${other}: invalid option`, true);
  const isFirst = before.isFirst || letters.includes("n");
  if (takesName === undefined) return readWait(rest, { ...before, isFirst });
  const name = value === "" ? rest.shift() : value;
  if (name === undefined) return fault("-p: option requires an argument", true);
  if (!/^[A-Za-z_]\w*(?:\[.+\])?$/s.test(name)) return fault(`\`${name}': not a valid identifier`, false);
  return readWait(rest, { isFirst, name });
}

function fault(text: string, isOfUse: boolean): WaitFault {
  const usage = isOfUse ? "wait: usage: wait [-fn] [-p var] [id ...]\n" : "";
  return { stderr: `bash: wait: ${text}\n${usage}`, exitCode: isOfUse ? 2 : 1 };
}

const isJob = /^(?:%.*|\d+)$/;

/** What is said of names of which no process is known. */
export function unknownText(names: readonly string[]): string {
  const faults = names.map((name) => {
    if (name.startsWith("%")) return `${name}: no such job`;
    return isJob.test(name) ? `pid ${name} is not a child of this shell` : `\`${name}': not a pid or valid job spec`;
  });
  return faults.map((text) => `bash: wait: ${text}\n`).join("");
}

/** The exit code of `wait` where none of a process is known. */
export function unknownStatus({ isFirst, names }: WaitCall): number {
  if (!isFirst && names.length === 0) return 0;
  return isJob.test(names.at(-1) ?? "0") ? 127 : 1;
}
