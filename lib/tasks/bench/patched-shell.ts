/** Loads the shell in this process as the build makes it. To be imported before anything that imports the shell. */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { escapedTextFile, escapedTextName } from "../shell/bytes.ts";
import { changedShell } from "../shell/shell-changes.ts";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === escapedTextName ? pathToFileURL(escapedTextFile).href : specifier, context),
  load(url, context, next) {
    const loaded = next(url, context);
    const source = loaded.source && changedShell(String(loaded.source), url);
    return source ? { ...loaded, source } : loaded;
  },
});
