/** Lines that the page's shell answers otherwise than bash with GNU's programs, and why. What is not said here may not differ. */
export const differences: Readonly<Record<string, string>> = {};
