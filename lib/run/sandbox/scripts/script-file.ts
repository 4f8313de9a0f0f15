/** The variable in which a shell keeps the name of the file that it runs; no script can use a variable of this name. */
export const scriptFile = "0 file";

/** The variable by which a shell begins whose script is its standard input. */
export const scriptInput = "0 input";
