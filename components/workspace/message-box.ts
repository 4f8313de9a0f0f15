/** The id of the message box: the skip link and a key lead to it. */
export const messageBoxId = "message";
