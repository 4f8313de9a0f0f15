import { type CustomCommand, defineCommand } from "just-bash/browser";

/** What `ulimit` tells of each limit where nothing sets it lower; a run's own limits are told when they are met. */
const limits: Readonly<Record<string, string>> = {
  n: "1024",
  s: "8192",
  u: "15000",
  p: "8",
  l: "8192",
  b: "unlimited",
};

const done = { stdout: "", stderr: "", exitCode: 0 };

/** `fg` and `bg` as in a shell without job control, which a script's is; `disown`; and `ulimit`. */
export const jobCommands: readonly CustomCommand[] = [
  ...["fg", "bg"].map((name) =>
    defineCommand(name, async () => ({ stdout: "", stderr: `bash: ${name}: no job control\n`, exitCode: 1 })),
  ),
  // What is begun in the background has run to its end already.
  defineCommand("disown", async () => done),
  defineCommand("ulimit", async (args) => {
    const options = args.filter((arg) => /^-[A-Za-z]+$/.test(arg)).join("");
    const [value] = args.filter((arg) => !arg.startsWith("-"));
    const [letter = "f"] = /[a-zGPR-Z]/.exec(options.replace(/[-HS]/g, "")) ?? [];
    if (letter === "a") return { ...done, stderr: "bash: ulimit: -a is not possible here\n", exitCode: 1 };
    if (value === undefined) return { ...done, stdout: `${limits[letter] ?? "unlimited"}\n` };
    if (/^(?:\d+|unlimited|soft|hard)$/.test(value)) return done;
    return { ...done, stderr: `bash: ulimit: ${value}: invalid number\n`, exitCode: 1 };
  }),
];
