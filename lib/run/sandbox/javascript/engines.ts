import { type HostedProgram, hostCalls, type TimeLimit } from "./javascript-calls.ts";
import { type JavaScriptEngine, openEngine } from "./javascript-engine.ts";
import { importKind, moduleSource, refusedSource, resolved } from "./javascript-modules.ts";
import type { JavaScriptImage } from "./javascript-parts.ts";

/** A supply of engines, each new: nothing has run in it. */
export interface Engines {
  /** The engine that is ready, or a new one. */
  next(): Promise<Engine>;
  /** A new engine beside the one that is ready. */
  another(): Promise<Engine>;
  /** Starts the next engine now, so that its program need not wait. */
  prepare(): Promise<Engine>;
}

export function engines(image: () => Promise<JavaScriptImage>): Engines {
  let spare: Promise<Engine> | undefined;

  async function another(): Promise<Engine> {
    return newEngine(await image());
  }

  return {
    another,
    next() {
      const begun = spare ?? another();
      spare = undefined;
      return begun;
    },
    prepare() {
      spare ??= another();
      return spare;
    },
  };
}

/** An engine that waits for its one program. */
export interface Engine extends JavaScriptEngine {
  give(program: HostedProgram): void;
}

export async function newEngine(image: JavaScriptImage): Promise<Engine> {
  let given: HostedProgram | undefined;
  const program = () => {
    if (!given) throw new Error("Nothing runs in this engine yet.");
    return given;
  };
  const hasEnded = () => given?.end.code !== undefined;
  const limit: TimeLimit = { at: Number.POSITIVE_INFINITY };
  const engine = await openEngine(
    image,
    (runtime, context) => {
      runtime.setModuleLoader(
        (name) => {
          const { isChecked, onlyTypes, start } = program();
          if (isChecked) return "";
          return (
            (onlyTypes && refusedSource(start.tree, name)) || moduleSource(start.tree, name, importKind(start.name))
          );
        },
        (base, name) =>
          program().isChecked ? name : resolved(program().start.tree, base, name, importKind(program().start.name)),
      );
      hostCalls(context, program, limit);
    },
    { hasEnded, isLate: () => Date.now() > limit.at },
  );
  return {
    ...engine,
    give(program) {
      given = program;
    },
  };
}
