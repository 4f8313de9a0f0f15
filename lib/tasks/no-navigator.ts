/**
 * As in a run's worker, which has no `navigator` either (`closed-doors.ts`): a JavaScript engine records its language, and the layout of a
 * memory from which others start depends on everything recorded before.
 */
Reflect.deleteProperty(globalThis, "navigator");

export {};
