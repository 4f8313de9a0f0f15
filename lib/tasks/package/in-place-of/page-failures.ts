/** Replaces the words about failures that only a page meets: in a room of a class, and in keeping workspaces in a browser. */
export const roomTexts = {};
export const keepingTexts = {};
