/** Replaces what only a page does: run a model in the browser, and take files from a person's device or give them. */
function refuse(): never {
  throw new Error("This runs in a page only.");
}

export {
  refuse as attachFiles,
  refuse as attachPath,
  refuse as createBrowserModel,
  refuse as exportConversation,
  refuse as importConversation,
  refuse as openDownloaded,
};
