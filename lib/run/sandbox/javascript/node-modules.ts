/** The names that each of Node's modules exports; those that the page does not support exist as stand-ins that throw. */
export type NodeModules = Readonly<Record<string, readonly string[]>>;

let known: NodeModules | undefined;

/** Node's modules, as the first program in this worker has told them: its environment (`lib/run/guest`) is where they are. */
export const nodeModules = (): NodeModules => known ?? {};

export const knowsModules = () => known !== undefined;

/** Learned once, before any script runs: none tells a later one of other modules. */
export function learnModules(modules: NodeModules): void {
  known ??= modules;
}
