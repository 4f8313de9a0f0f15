/** The names under which the engine itself keeps what an error says, and where it was thrown; as long as `message` and `stack`. */
export const ownMessage = "mess@ge";
export const ownStack = "st@ck";
