import type { Form, Shape } from "./json-shape.ts";

/** A text as JSON, one that is not empty, and a list of texts. */
export const text = '"(?:[^"\\\\]|\\\\.)*"';
export const someText = '"(?:[^"\\\\]|\\\\.)+"';
export const texts: Form = { list: text };

/** Any list, any object, true or false. */
export const list: Form = { list: ".*" };
export const map: Form = {};
export const flag = "true|false";

/** A number; one above 0; a whole one above 0, and one from 0 on. */
export const number = "-?\\d.*";
export const above0 = "(?!0(?:\\.0+)?$)\\d.*";
export const count = "[1-9]\\d*";
export const natural = "\\d+";

/** What JavaScript takes for no. */
export const falsy = 'null|false|0|""';

/** No value. */
export const none = "(?!)";

/** One of these words. */
export const word = (words: string): string => `"(?:${words})"`;

/** The same form for several keys. */
export const all = (form: Form, keys: string): Shape => Object.fromEntries(keys.split(" ").map((key) => [key, form]));

/** An object with these keys, whatever else is in it. */
export const withKeys = (keys: Shape): Form => ({ keys });

/** An object all of whose values have the form. */
export const recordOf = (others: Form): Form => ({ others });
