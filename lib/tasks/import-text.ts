import { runInThisContext } from "node:vm";

/** The default export of a part's script, which the sandbox imports from a blob's address; Node cannot import one. */
export async function importText(text: string): Promise<unknown> {
  return runInThisContext(`(${text.replace(/^export default /, "")})`, { filename: "part.js" });
}
