/** Linux's signals, in their order from 1. */
export const signalNames =
  "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(
    " ",
  );

/** A signal's number, of its name or number as a script gives it; `undefined` if there is none. */
export function signalNumber(word: string): number | undefined {
  return /^\d+$/.test(word) ? Number(word) : numberOf(word.toUpperCase());
}

/** A signal's name, without `SIG`; "" for none. */
export function signalName(number: number): string {
  return signalNames[number - 1] ?? "";
}

export const numberOf = (name: string): number | undefined => {
  const at = signalNames.indexOf(name.replace(/^SIG/, ""));
  return at < 0 ? undefined : at + 1;
};
