#!/usr/bin/env node
// Prints the entries of CHANGELOG.md after one version, up to and including another.
// Usage: changes.mjs FROM [TO]
import { existsSync, readFileSync } from "node:fs";

const heading = /^## \[?v?(\d+\.\d+\.\d+)\]?/;

/** The sections of a changelog, each with its version, newest first as the file has them. */
function sections(text) {
  const found = [];
  for (const line of text.split("\n")) {
    const version = heading.exec(line)?.[1];
    if (version) found.push({ version, lines: [] });
    found.at(-1)?.lines.push(line);
  }
  return found;
}

function compare(a, b) {
  const [left, right] = [a, b].map((version) => version.replace(/^v/, "").split(".").map(Number));
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const [from, to] = process.argv.slice(2);
if (!from) fail("Usage: changes.mjs FROM [TO]");
if (!existsSync("CHANGELOG.md")) fail("There is no CHANGELOG.md here.");
const all = sections(readFileSync("CHANGELOG.md", "utf8"));
const last = to ?? all.map(({ version }) => version).sort(compare).at(-1);
const wanted = all.filter(({ version }) => compare(version, from) > 0 && compare(version, last) <= 0);
if (wanted.length === 0) fail(`Nothing in CHANGELOG.md between ${from} and ${last}.`);
console.log(wanted.map(({ lines }) => lines.join("\n").trim()).join("\n\n"));
