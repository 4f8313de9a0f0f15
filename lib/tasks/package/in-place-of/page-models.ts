/** Replaces the models that run in a browser: the command offers none of them. */
function refuse(): never {
  throw new Error("No browser runs this.");
}

export { refuse as createBrowserModel, refuse as openDownloaded };
