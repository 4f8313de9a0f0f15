/** What the product promises about whatever is opened. */
export const promiseText = "Nothing runs, is sent or is changed until you say so.";
