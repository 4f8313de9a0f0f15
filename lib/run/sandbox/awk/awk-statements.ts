import { AwkExpressions } from "./awk-expressions.ts";
import { formatted, toText } from "./awk-format.ts";
import type { AwkMachine } from "./awk-machine.ts";
import type { OwnFunction, Take } from "./awk-places.ts";
import { AwkError, type AwkProgram, type AwkRule, type AwkStatement } from "./awk-syntax.ts";
import { AwkInput, type AwkValue, isTrue, toNumber } from "./awk-values.ts";
import { all, follow, type Now } from "./now.ts";

/** How a statement ended, if not by its end. */
type Left = "break" | "continue" | "next" | "nextfile" | "exit" | "return" | undefined;
type Run = () => Now<Left>;

/** Runs a program to its end. @throws AwkError */
export async function runAwk(program: AwkProgram, machine: AwkMachine): Promise<void> {
  const functions = new Map<string, OwnFunction>(
    [...program.functions].map(([name, { parameters }]) => [name, { name, parameters, run: () => undefined }]),
  );
  const expressions = new AwkExpressions(machine, functions);
  machine.comparing = (name) => expressions.comparing(name);
  const compiler = new AwkStatements(expressions);
  for (const [name, { parameters, body }] of program.functions) {
    (functions.get(name) as OwnFunction).run = compiler.ofFunction(parameters, body);
  }
  const rulesOf = (kind: string) =>
    program.rules.filter(({ pattern }) => pattern.kind === kind).map(({ body }) => compiler.run(body as AwkStatement));
  const [begin, end] = [rulesOf("begin"), rulesOf("end")];
  const ofFiles = { begin: rulesOf("beginFile"), end: rulesOf("endFile") };
  const main = program.rules.filter(({ pattern }) => !/^(?:begin|end)/.test(pattern.kind));
  const rules = main.map((rule) => compiler.rule(rule));
  let left = await inTurn(begin);
  const readsAll = rules.length + end.length + ofFiles.begin.length + ofFiles.end.length > 0;
  if (left !== "exit" && readsAll) left = await overRecords(machine, rules, ofFiles);
  if (left !== "exit") await inTurn(end);
  else if (!machine.isEnding) {
    machine.isEnding = true;
    await inTurn(end);
  }
}

/** Runs rules until one is left. */
function inTurn(runs: readonly Run[], from = 0): Now<Left> {
  for (let at = from; at < runs.length; at++) {
    const left = (runs[at] as Run)();
    if (left instanceof Promise) return left.then((how) => how ?? inTurn(runs, at + 1));
    if (left !== undefined) return left;
  }
  return undefined;
}

/** The rules for the beginning and the end of each file. */
type FileRules = Readonly<Record<"begin" | "end", readonly Run[]>>;

function overRecords(machine: AwkMachine, rules: readonly Run[], ofFiles: FileRules): Now<Left> {
  const { inputs } = machine;
  for (;;) {
    const found = inputs.step(ofFiles.begin.length > 0);
    if (found === undefined) return undefined;
    if (typeof found === "string") machine.record.set(found);
    const left = inTurn(typeof found === "string" ? rules : ofFiles[found.file]);
    const isAtEnd = (how: Left): boolean => {
      if (how === "nextfile") inputs.skipFile(typeof found === "string");
      else if (typeof found !== "string") inputs.requireFile();
      return how === "exit";
    };
    if (left instanceof Promise) return left.then((how) => (isAtEnd(how) ? how : overRecords(machine, rules, ofFiles)));
    if (isAtEnd(left)) return left;
  }
}

class AwkStatements {
  private readonly expressions: AwkExpressions;
  private readonly machine: AwkMachine;

  constructor(expressions: AwkExpressions) {
    this.expressions = expressions;
    this.machine = expressions.machine;
  }

  ofFunction(parameters: readonly string[], body: AwkStatement): Run {
    this.expressions.parameters = parameters;
    const run = this.run(body);
    this.expressions.parameters = [];
    return () =>
      follow(run(), (left) => {
        // What leaves the function only, or the whole program.
        if (left === "exit" || left === "next" || left === "nextfile") throw new LeftFunction(left);
        return undefined;
      });
  }

  rule({ pattern, body }: AwkRule): Run {
    const run = body ? this.run(body) : () => this.print(this.machine.record.whole + this.recordEnd());
    if (pattern.kind === "when") {
      const test = this.expressions.take(pattern.test);
      return guarded(() => follow(test(), (value) => (isTrue(value) ? run() : undefined)));
    }
    if (pattern.kind !== "range") return guarded(run);
    const [from, to] = [this.expressions.take(pattern.from), this.expressions.take(pattern.to)];
    let isInside = false;
    return guarded(() =>
      follow(isInside || follow(from(), isTrue), (begins) => {
        if (!begins) return undefined;
        return follow(to(), (value) => {
          isInside = !isTrue(value);
          return run();
        });
      }),
    );
  }

  run(statement: AwkStatement): Run {
    switch (statement.kind) {
      case "block": {
        const runs = statement.body.map((each) => this.run(each));
        return runs.length === 1 ? (runs[0] as Run) : () => inTurn(runs);
      }
      case "expression": {
        const take = this.expressions.take(statement.value);
        return () => follow(take(), () => undefined);
      }
      case "print":
        return this.printing(statement);
      case "if": {
        const test = this.expressions.take(statement.test);
        const yes = this.run(statement.yes);
        const no = statement.no && this.run(statement.no);
        return () => follow(test(), (value) => (isTrue(value) ? yes() : no?.()));
      }
      case "switch":
        return this.choice(statement);
      case "loop":
        return this.loop(statement);
      case "each":
        return this.each(statement);
      case "exit":
      case "return":
        return this.leaving(statement);
      case "delete":
        return this.deletion(statement);
      default: {
        const { kind } = statement;
        return () => kind;
      }
    }
  }

  private recordEnd(): string {
    return this.machine.textOf("ORS");
  }

  private print(text: string): undefined {
    this.machine.outputs.print(text);
  }

  private printing({ isFormatted, values, to }: Extract<AwkStatement, { kind: "print" }>): Run {
    const { machine } = this;
    const takes = values.map((value) => this.expressions.take(value));
    const target = to && this.expressions.take(to.name);
    const textOf = (given: Parameters<typeof toText>[0][]) => {
      if (isFormatted) {
        const [format, ...rest] = given;
        return formatted(machine.text(format), rest, machine.textOf("CONVFMT"));
      }
      const form = machine.textOf("OFMT");
      const between = machine.textOf("OFS");
      const texts = given.map((value) => toText(value, form));
      return (texts.length > 0 ? texts.join(between) : machine.record.whole) + this.recordEnd();
    };
    if (isFormatted && takes.length === 0) throw new AwkError("printf needs a format");
    return () =>
      all(takes, (given) =>
        follow(target?.(), (name) => {
          machine.outputs.print(textOf(given), to?.how, target && machine.text(name));
          return undefined;
        }),
      );
  }

  private choice({ test, cases }: Extract<AwkStatement, { kind: "switch" }>): Run {
    const take = this.expressions.take(test);
    const tests = cases.map(({ value }) => value && this.expressions.equals(value));
    const runs = cases.map(({ body }) => body.map((each) => this.run(each)));
    const other = tests.indexOf(undefined);
    const find = (value: AwkValue, from: number): Now<number> => {
      if (from >= tests.length) return other;
      return follow(tests[from]?.(value) ?? false, (is) => (is ? from : find(value, from + 1)));
    };
    return () =>
      follow(take(), (value) =>
        follow(find(value, 0), (at) => follow(at < 0 ? undefined : inTurn(runs.slice(at).flat()), leftLoop)),
      );
  }

  private loop({ before, test, step, body, isTestedAfter }: Extract<AwkStatement, { kind: "loop" }>): Run {
    const nothing: Run = () => undefined;
    const start = before ? this.run(before) : nothing;
    const next = step ? this.run(step) : nothing;
    const take: Take = test ? this.expressions.take(test) : () => 1;
    const inner = this.run(body);
    const goesOn = () => follow(take(), isTrue);
    // Each turn ends at once, unless something in it waits for a command; then the rest of the loop waits as well.
    function turns(isTested: boolean): Now<Left> {
      for (let isToTest = isTested; ; isToTest = true) {
        const ended = follow(!isToTest || goesOn(), (is) => (is ? follow(inner(), after) : "break"));
        if (ended instanceof Promise) return ended.then((left) => (left === undefined ? turns(true) : leftLoop(left)));
        if (ended !== undefined) return leftLoop(ended);
      }
    }
    const after = (left: Left): Now<Left> => (isLeft(left) ? left : follow(next(), () => undefined));
    return () => follow(start(), () => turns(!isTestedAfter));
  }

  private each({ key, array, body }: Extract<AwkStatement, { kind: "each" }>): Run {
    const { change } = this.expressions.place(key);
    const [values, inner] = [this.expressions.array(array), this.run(body)];
    function turn(keys: readonly string[], from: number): Now<Left> {
      for (let at = from; at < keys.length; at++) {
        void change(() => new AwkInput(keys[at] as string));
        const left = inner();
        if (left instanceof Promise) {
          return left.then((how) => (isLeft(how) ? leftLoop(how) : turn(keys, at + 1)));
        }
        if (isLeft(left)) return leftLoop(left);
      }
      return undefined;
    }
    return () => follow(values(), (found) => turn(this.machine.keysOf(found), 0));
  }

  private leaving({ kind, value }: Extract<AwkStatement, { kind: "exit" | "return" }>): Run {
    const { machine } = this;
    const take = value && this.expressions.take(value);
    return () =>
      follow(take?.(), (given) => {
        if (kind === "return") machine.returned = given;
        else if (value) machine.exitCode = toNumber(given) & 255;
        return kind;
      });
  }

  private deletion({ array, at }: Extract<AwkStatement, { kind: "delete" }>): Run {
    const values = this.expressions.array(array);
    const key = at && this.expressions.keyOf(at);
    return () =>
      follow(key?.(), (name) =>
        follow(values(), (found) => {
          if (name === undefined) found.clear();
          else found.delete(name);
          return undefined;
        }),
      );
  }
}

function isLeft(left: Left): boolean {
  return left !== undefined && left !== "continue";
}

function leftLoop(left: Left): Left {
  return left === "break" ? undefined : left;
}

/** `next` or `exit` within a function, which its callers do not expect. */
class LeftFunction extends Error {
  readonly how: Exclude<Left, undefined>;

  constructor(how: Exclude<Left, undefined>) {
    super(how);
    this.how = how;
  }
}

/** A rule that ends where a function that it calls says so. */
function guarded(run: Run): Run {
  return () => {
    try {
      const left = run();
      return left instanceof Promise ? left.catch(caughtLeft) : left;
    } catch (caught) {
      return caughtLeft(caught);
    }
  };
}

function caughtLeft(caught: unknown): Left {
  if (caught instanceof LeftFunction) return caught.how;
  throw caught;
}
