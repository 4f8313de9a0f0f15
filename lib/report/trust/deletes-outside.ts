import { anyOf } from "./any-of.ts";
import { inTexts, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

const remove = "\\brm[ \\t]{1,4}(?:-{1,2}[\\w-]{1,24}[ \\t]{1,4}){1,5}";
const recursive = /\brm[ \t]{1,4}(?:-{1,2}[\w-]{1,24}[ \t]{1,4}){0,4}(?:-\w{0,6}[rR]|--recursive)/;
const end = "(?=[\\s;&|'\"`)]|$)";
const homeVariable = "(?:~|\\$HOME|\\$\\{HOME\\}|\\$\\{HOME:\\?\\})";

const patterns: readonly Pattern[] = [
  {
    needs: anyOf("rm "),
    pattern: new RegExp(
      `${remove}["']{0,1}(?:/\\*{0,1}|${homeVariable}/{0,1}\\*{0,1}|/(?:etc|usr|var|home|Users|opt|bin|boot|lib|sbin|root|System|Library|srv)(?:/\\*{0,1})?|\\.\\./\\.\\./?\\*{0,1}|\\*[ \\t]{1,3}/)["']{0,1}${end}`,
      "g",
    ),
    says: "A whole home folder or system is deleted",
    level: "alarm",
    unless: ({ 0: match }) => !recursive.test(match),
  },
  {
    needs: anyOf("no-preserve-root"),
    pattern: /--no-preserve-root\b/g,
    says: "A whole home folder or system is deleted",
    level: "alarm",
  },
  {
    needs: anyOf("rm "),
    pattern: new RegExp(
      `${remove}["']{0,1}(?:${homeVariable}/(?!\\.cache/|\\.npm/_|\\.Trash|tmp/|Library/Caches/)[\\w.$*{}/-]{1,100}|/(?:etc|usr|var(?!/tmp)|home|Users|opt|root|Library|srv)/[\\w.$*{}/-]{1,100})`,
      "g",
    ),
    says: "Files outside the project are deleted",
    unless: ({ 0: match }) =>
      !recursive.test(match) ||
      /\/var\/folders\/|\/var\/lib\/apt\/lists|\/var\/cache\/apt|\/usr\/local\/go\b|\/opt\/\w{1,30}\/(?:tmp|cache)/.test(
        match,
      ),
  },
  {
    needs: anyOf(
      "rmtree",
      "rmsync",
      "rimraf",
      "removeall",
      "rm_rf",
      "deletedirectory",
      "fs.rm",
      "remove_dir_all",
      "rmdirsync",
    ),
    pattern:
      /\b(?:shutil\.rmtree|fs\.rm(?:Sync)?|fs\.promises\.rm|rmSync|rmdirSync|rimraf(?:\.sync)?|os\.RemoveAll|FileUtils\.rm_rf|remove_dir_all|fse?\.removeSync)[ \t]{0,2}\([ \t]{0,2}(?:os\.path\.expanduser\(["']~(?:\/(?!\.cache)[\w./-]{0,60})?["']|Path\.home\(\)|(?:os\.)?homedir\(\)|["'](?:\/|~\/?|[A-Za-z]:\\{1,2}|\/(?:etc|usr|var|home|Users)(?:\/[\w.-]{0,40})?)["']|Dir\.home|os\.environ\[["']HOME["']\]|process\.env\.HOME)[^\n]{0,60}/g,
    says: "Files outside the project are deleted",
    level: "alarm",
  },
  {
    needs: anyOf("find "),
    pattern:
      /\bfind[ \t]{1,4}["']{0,1}(?:\/(?:home|etc|usr|var|Users)?\/{0,1}|~\/{0,1}|\$HOME\/{0,1})["']{0,1}[ \t]{1,4}[^\n|]{0,100}(?:-delete\b|-exec[ \t]{1,4}(?:rm|shred|unlink)\b)/g,
    says: "Files outside the project are deleted",
    level: "alarm",
  },
  {
    needs: anyOf(
      "dd ",
      "mkfs",
      "/dev/sd",
      "/dev/nvme",
      "/dev/disk",
      "erasedisk",
      "wipefs",
      "shred",
      "format c:",
      "cipher /w",
      "diskpart",
    ),
    also: anyOf(
      "of=/dev/",
      "mkfs",
      "/dev/sd",
      "/dev/nvme",
      "/dev/disk",
      "/dev/hd",
      "diskutil",
      "wipefs",
      "shred",
      "cipher",
      "format\t",
      "format  ",
      "format \t",
      ...Array.from("abcdefghijklmnopqrstuvwxyz", (drive) => `format ${drive}:`),
    ),
    pattern:
      /\bdd[ \t]{1,4}[^\n]{0,60}\bof=\/dev\/(?:sd|nvme|disk|hd|mmcblk|rdisk)\w{0,8}|\bmkfs(?:\.\w{2,6})?[ \t]{1,4}[^\n]{0,40}\/dev\/\w{2,10}\b(?!\/)|>[ \t]{0,3}\/dev\/(?:sd|nvme|disk|hd)\w{1,8}|\bdiskutil[ \t]{1,4}erase\w{4,8}|\bwipefs[ \t]{1,4}-a|\bshred[ \t]{1,4}[^\n]{0,40}(?:\/dev\/(?!null)|~|\$HOME|\/etc)|\bformat[ \t]{1,4}[a-zA-Z]:(?:[ \t]{1,4}\/|\s|$)|\bcipher[ \t]{1,4}\/w:/gi,
    says: "A disk is overwritten",
    level: "alarm",
  },
  {
    needs: anyOf("del ", "rd ", "rmdir ", "remove-item", "deltree"),
    also: anyOf("remove-item", ":\\", "%userprofile%", "%systemroot%", "%homepath%", "%appdata%"),
    pattern:
      /\b(?:del|erase)[ \t]{1,4}(?:\/[a-z][ \t]{1,4}){1,4}["']{0,1}(?:[A-Za-z]:\\(?:\*|Users|Windows|$|["'\s])|%(?:USERPROFILE|SystemRoot|HOMEPATH|APPDATA)%)|\b(?:rd|rmdir)[ \t]{1,4}(?:\/[a-z][ \t]{1,4}){1,3}["']{0,1}(?:[A-Za-z]:\\(?:Users|Windows|\s|["']|$)|%(?:USERPROFILE|SystemRoot|HOMEPATH|APPDATA)%)|\bRemove-Item\b[^\n]{0,80}(?:[ '"](?:[A-Za-z]:\\(?:\*|Users|Windows|["'\s]|$)|~[\\/]?(?=["'\s]|$)|\$HOME[\\/]?(?=["'\s*]|$)|\$env:(?:USERPROFILE|SystemRoot|APPDATA)[\\/]?(?=["'\s*]|$)))[^\n]{0,60}/gim,
    says: "A whole home folder or system is deleted",
    level: "alarm",
  },
  {
    needs: anyOf(":(){", "fork bomb", ": | :"),
    pattern: /:\(\)[ \t]{0,3}\{[ \t]{0,3}:[ \t]{0,3}\|[ \t]{0,3}:[ \t]{0,3}&[ \t]{0,3}\}[ \t]{0,3};[ \t]{0,3}:/g,
    says: "It shuts the machine down",
    level: "alarm",
  },
  {
    needs: anyOf("chmod", "chown"),
    pattern:
      /\bch(?:mod|own)[ \t]{1,4}-\w{0,3}R\w{0,3}[ \t]{1,4}[\w:+=-]{1,40}[ \t]{1,4}["']{0,1}(?:\/|~|\$HOME|\/(?:etc|usr|var|home|Users))\/?["']{0,1}(?=[\s;&|]|$)/g,
    says: "Permissions of a whole home folder or system are changed",
    level: "alarm",
  },
];

/** Commands that delete files outside the project. */
export const deletesOutside: TrustRule = {
  code: "deletes-outside",
  title: "Something outside the workspace is deleted",
  why: "Files deleted outside the project are not in its history and cannot be restored.",
  level: "look",
  find: inTexts(patterns),
};
