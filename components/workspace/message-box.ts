/** Element id of the message box, for the skip link and a shortcut. */
export const messageBoxId = "message";
