/** The variable in which a shell keeps the name of the file that it runs; no script can use a variable of this name. */
export const scriptFile = "0 file";
