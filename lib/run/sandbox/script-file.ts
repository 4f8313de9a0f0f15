/** Where a shell keeps the file that it runs, as that was named: a place that no script can name. */
export const scriptFile = "0 file";
