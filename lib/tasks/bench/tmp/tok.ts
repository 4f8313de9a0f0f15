import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
const pieces = /\p{Lu}?[\p{Ll}]+|\p{Lu}+(?!\p{Ll})|\d+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|\p{L}+|\n+|[^\S\n]+|[^\p{L}\d\s]+\n*/gu;
const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const latin = /^[a-zA-Z]/;
function old(text: string) { let t = 0; for (const [p] of text.matchAll(pieces)) t += pt(p); return Math.ceil(t); }
function pt(piece: string) { const { length } = piece; const first = piece.charCodeAt(0); if (first === 10) return 1; if (/^\s/.test(piece)) return length > 1 ? 1 : 0; if (first >= 48 && first <= 57) return Math.ceil(length / 3); if (latin.test(piece)) return length <= 7 ? 1 : 1 + (length - 7) / 6; if (cjk.test(piece)) return length * 0.72; if (/^\p{L}/u.test(piece)) return Math.max(1, length / 3.2); const marks = piece.trimEnd().length; return marks === 1 && length === 1 ? 0.8 : Math.max(0.9, marks / 2.7); }
const alphabet = [..."abzABZ079.-_<>{}\\ \t\n\r\f\v\0\x1b\x7fäÄéß§—“”技能カ한é\u0301\u200b\u{1f600}\ud800Ω中"];
let n = 0;
for (let i = 0; i < 300000; i++) { const len = Math.floor(Math.random() * 30); let s = ""; for (let k = 0; k < len; k++) s += alphabet[Math.floor(Math.random() * (Math.random() < 0.7 ? 24 : alphabet.length))]; if (old(s) !== estimateTokens(s)) { console.log(JSON.stringify(s), old(s), estimateTokens(s)); if (++n > 5) break; } }
console.log("differences", n);
const { execFileSync } = await import("node:child_process");
const text = execFileSync("sh", ["-c", "cat lib/*/*.ts lib/*/*.md README.md"], { encoding: "utf8", maxBuffer: 1 << 28 });
for (const t2 of [text, text.replace(/[^\x00-\x7f]/g, "")]) for (const f of [old, estimateTokens, old, estimateTokens, old, estimateTokens, old, estimateTokens]) { const c = process.cpuUsage(); const v = f(t2); const d = process.cpuUsage(c); console.log(f.name, v, ((d.user + d.system) / 1000).toFixed(0), "cpu ms", t2.length); }
