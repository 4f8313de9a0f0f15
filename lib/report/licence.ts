import { basename, dirname } from "#lib/vfs/paths.ts";

/** Words that occur in only one licence, the most specific first. */
const marks: readonly (readonly [string, RegExp])[] = [
  ["AGPL-3.0", /GNU AFFERO GENERAL PUBLIC LICENSE/i],
  ["LGPL-3.0", /GNU LESSER GENERAL PUBLIC LICENSE/i],
  ["GPL-2.0", /GNU GENERAL PUBLIC LICENSE\s{1,40}Version 2/i],
  ["GPL-3.0", /GNU GENERAL PUBLIC LICENSE/i],
  ["MPL-2.0", /Mozilla Public License,? (?:Version |v\. ?)?2\.0/i],
  ["Apache-2.0", /Apache License,?\s{1,40}Version 2\.0|www\.apache\.org\/licenses\/LICENSE-2\.0/i],
  ["EPL-2.0", /Eclipse Public License - v ?2\.0/i],
  ["BSL-1.0", /Boost Software License/i],
  ["BUSL-1.1", /Business Source License 1\.1/i],
  ["Elastic-2.0", /Elastic License 2\.0/i],
  ["PolyForm", /PolyForm [A-Z]\w{2,20}/],
  ["Unlicense", /This is free and unencumbered software released into the public domain/i],
  ["CC0-1.0", /CC0 1\.0|Creative Commons Zero/i],
  ["CC-BY-NC-SA-4.0", /Attribution-NonCommercial-ShareAlike 4\.0/i],
  ["CC-BY-NC-4.0", /Attribution-NonCommercial 4\.0/i],
  ["CC-BY-SA-4.0", /Attribution-ShareAlike 4\.0/i],
  ["CC-BY-4.0", /Creative Commons Attribution 4\.0|Attribution 4\.0 International/i],
  ["ISC", /Permission to use, copy, modify, and(?:\/or)? distribute this software for any\s{1,4}purpose/i],
  ["MIT-0", /MIT No Attribution/i],
  ["MIT", /Permission is hereby granted, free of charge, to any person obtaining a copy/i],
  ["BSD-3-Clause", /Neither the name of[^\n]{0,200}(?:\n[^\n]{0,200}){0,3}may be used to\s{1,4}endorse/i],
  ["BSD-2-Clause", /Redistributions of source code must retain the above copyright/i],
  ["0BSD", /Zero-Clause BSD/i],
];

const proprietary =
  /\b(?:all rights reserved|proprietary|confidential|may not (?:be )?(?:copied|copy|distribut|reproduc|extract|use))/i;

/** The SPDX id of a licence text; `proprietary`, or `unknown` for a text that this list does not have. */
export function licenceOf(text: string): string {
  const head = text.slice(0, 20_000);
  const id = /SPDX-License-Identifier:\s{0,4}([\w.+-]{2,40})/.exec(head)?.[1];
  return id ?? marks.find(([, mark]) => mark.test(head))?.[0] ?? (proprietary.test(head) ? "proprietary" : "unknown");
}

const spdx =
  /^(?:MIT(?:-0)?|Apache-2\.0|BSD-[23]-Clause|0BSD|ISC|(?:A|L)?GPL-[23]\.[01](?:-only|-or-later)?|MPL-2\.0|CC0-1\.0|CC-BY(?:-NC)?(?:-SA|-ND)?-[34]\.0|Unlicense|BUSL-1\.1|EPL-2\.0|Elastic-2\.0)$/i;

/** The licence in a frontmatter field `license`: an SPDX id if the text is one or a common spelling of one, else as by `licenceOf`. */
export function namedLicence(field: string): string {
  const name = field.trim();
  if (spdx.test(name)) return name;
  if (/^(?:the )?mit(?: licen[sc]e)?$/i.test(name)) return "MIT";
  if (/^apache(?: licen[sc]e)?[ ,v-]{0,4}(?:version )?2(?:\.0)?\b/i.test(name)) return "Apache-2.0";
  if (proprietary.test(name)) return "proprietary";
  return name === "" ? "none" : "unknown";
}

/** Whether the file name is one under which licences are looked for. */
export function isLicenceFile(path: string): boolean {
  return /^(?:licen[sc]e|copying|unlicense)(?:[.-][\w.-]{1,20})?$/i.test(basename(path));
}

/** The licence file that applies to a folder: the nearest one, in the folder or above. `none` if there is none. */
export function nearestLicence(folders: ReadonlyMap<string, string>, folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const found = folders.get(at);
    if (found !== undefined || at === "/") return found ?? "none";
  }
}
