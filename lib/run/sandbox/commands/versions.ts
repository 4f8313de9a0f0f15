/** Authors of GNU's small programs, by the programs' names. Those of Debian 12, whose options the programs here take. */
const small: Readonly<Record<string, string>> = {
  "Arnold Robbins and David MacKenzie": "id",
  "Assaf Gordon": "numfmt",
  "David M. Ihnat and David MacKenzie": "paste",
  "David M. Ihnat, David MacKenzie, and Jim Meyering": "cut",
  "David MacKenzie": "date basename install uname nice expand unexpand fold mkdir rmdir tty",
  "David MacKenzie and James Youngman": "groups",
  "David MacKenzie and Jim Meyering": "head dirname chmod",
  "David MacKenzie and Richard Mlynarik": "printenv",
  "Dmitry V. Levin": "readlink",
  "Giuseppe Scrivano": "nproc",
  "Jay Lepreau and David MacKenzie": "tac",
  "Jim Meyering": "tr nohup od",
  "Jim Meyering and Eric Blake": "mktemp",
  "Jim Meyering and Giuseppe Scrivano": "sync",
  "Jim Meyering and Paul Eggert": "sleep",
  "Kayvan Aghaiepour and David MacKenzie": "sum",
  "Mark Kettenis": "tsort",
  "Michael Meskes": "stat",
  "Michael Stone": "link unlink",
  "Mike Haertel": "join",
  "Mike Haertel and Paul Eggert": "sort",
  "Mike Parker and David MacKenzie": "ln",
  "Mike Parker, David MacKenzie, and Jim Meyering": "mv",
  "Mike Parker, Richard M. Stallman, and David MacKenzie": "tee",
  "Padraig Brady": "realpath timeout stdbuf truncate",
  "Padraig Brady and Q. Frank Xia": "cksum",
  "Padraig Brady and Samuel Neves": "b2sum",
  "Paul Eggert": "shuf",
  "Paul Rubin and David MacKenzie": "wc",
  "Paul Rubin, Arnold Robbins, Jim Kingdon,\nDavid MacKenzie, and Randy Smith": "touch",
  "Paul Rubin, David MacKenzie, Ian Lance Taylor,\nand Jim Meyering": "tail",
  "Paul Rubin, David MacKenzie, Richard M. Stallman,\nand Jim Meyering": "rm",
  "Paul Rubin, Torbjörn Granlund, and Niels Möller": "factor",
  "Richard M. Stallman and David MacKenzie": "ls uniq comm",
  "Richard Mlynarik": "whoami",
  "Richard Mlynarik, David MacKenzie, and Assaf Gordon": "env",
  "Ross Paterson": "fmt",
  "Scott Bartram and David MacKenzie": "nl",
  "Simon Josefsson": "base32 base64",
  "Stuart Kemp and David MacKenzie": "csplit",
  "Torbjorn Granlund and Richard M. Stallman": "cat split",
  "Torbjorn Granlund, David MacKenzie, Paul Eggert,\nand Jim Meyering": "du",
  "Torbjorn Granlund, David MacKenzie, and Jim Meyering": "cp",
  "Ulrich Drepper": "seq",
  "Ulrich Drepper, Scott Miller, and David Madore": "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum",
};

/** What other programs say first, the year, and their authors with what comes after. */
const larger: Readonly<Record<string, readonly [string, number, string]>> = {
  cmp: ["cmp (GNU diffutils) 3.8", 2021, "Torbjörn Granlund and David MacKenzie."],
  diff: ["diff (GNU diffutils) 3.8", 2021, "Paul Eggert, Mike Haertel, David Hayes,\nRichard Stallman, and Len Tower."],
  find: [
    "find (GNU findutils) 4.9.0",
    2022,
    "Eric B. Decker, James Youngman, and Kevin Dalley.\nFeatures enabled: D_TYPE O_NOFOLLOW(enabled) LEAF_OPTIMISATION FTS(FTS_CWDFD) CBO(level=2) ",
  ],
  grep: [
    "grep (GNU grep) 3.8",
    2022,
    "Mike Haertel and others; see\n<https://git.sv.gnu.org/cgit/grep.git/tree/AUTHORS>.",
  ],
  sed: [
    "sed (GNU sed) 4.9\nPackaged by Debian",
    2022,
    `Jay Fenlason, Tom Lord, Ken Pizzini,
Paolo Bonzini, Jim Meyering, and Assaf Gordon.

This sed program was built with SELinux support.
SELinux is disabled on this system.

GNU sed home page: <https://www.gnu.org/software/sed/>.
General help using GNU software: <https://www.gnu.org/gethelp/>.
E-mail bug reports to: <bug-sed@gnu.org>.`,
  ],
  tar: ["tar (GNU tar) 1.34", 2021, "John Gilmore and Jay Fenlason."],
  xargs: ["xargs (GNU findutils) 4.9.0", 2022, "Eric B. Decker, James Youngman, and Kevin Dalley."],
};

const gawk = `GNU Awk 5.2.1, API 3.2, PMA Avon 8-g1, (GNU MPFR 4.2.0, GNU MP 6.2.1)
Copyright (C) 1989, 1991-2022 Free Software Foundation.

This program is free software; you can redistribute it and/or modify
it under the terms of the GNU General Public License as published by
the Free Software Foundation; either version 3 of the License, or
(at your option) any later version.

This program is distributed in the hope that it will be useful,
but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
GNU General Public License for more details.

You should have received a copy of the GNU General Public License
along with this program. If not, see http://www.gnu.org/licenses/.`;

const plain: Readonly<Record<string, string>> = {
  ...{ awk: gawk, gawk },
  bc: "bc 1.07.1\nCopyright 1991-1994, 1997, 1998, 2000, 2004, 2006, 2008, 2012-2017 Free Software Foundation, Inc.",
  ...Object.fromEntries(
    ["column", "flock", "getopt", "hexdump", "ionice", "rev", "setsid"].map((name) => [
      name,
      `${name} from util-linux 2.38.1`,
    ]),
  ),
};

/** What a program says when it is asked for its version alone, as scripts do to tell GNU's from others; `undefined` for other calls. */
export function versionText(path: string, args: readonly string[]): string | undefined {
  if (args[0] !== "--version") return undefined;
  const name = path.replace(/^.*\//, "");
  const [authors] = Object.entries(small).find(([, names]) => names.split(" ").includes(name)) ?? [];
  const [first, year, written] =
    authors === undefined ? (larger[name] ?? []) : ([`${name} (GNU coreutils) 9.1`, 2022, `${authors}.`] as const);
  if (first === undefined) return Object.hasOwn(plain, name) ? `${plain[name]}\n` : undefined;
  return `${first}
Copyright (C) ${year} Free Software Foundation, Inc.
License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.
This is free software: you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.

Written by ${written}
`;
}
