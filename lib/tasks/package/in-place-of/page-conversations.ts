/** Replaces what a conversation takes from a person's device, and gives them: in the command nobody picks a file. */
function refuse(): never {
  throw new Error("No person picks files here.");
}

export { refuse as attachFiles, refuse as attachPath, refuse as exportConversation, refuse as importConversation };
