/** Replaces the words about rooms of a class, of which the command enters none. */
export const roomTexts = {};
