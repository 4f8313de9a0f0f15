/** Loads the shell in this process as the build makes it. To be imported before anything that imports the shell. */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { changedShell, importedFile } from "../shell/shell-changes.ts";

registerHooks({
  resolve(specifier, context, next) {
    const file = importedFile(specifier);
    return next(file === undefined ? specifier : pathToFileURL(file).href, context);
  },
  load(url, context, next) {
    const loaded = next(url, context);
    const source = loaded.source && changedShell(String(loaded.source), url);
    return source ? { ...loaded, source } : loaded;
  },
});
