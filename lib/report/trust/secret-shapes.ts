import { type AnyOf, anyOf } from "./any-of.ts";

type Shape = readonly [
  of: string,
  /** In lower case, with bars between them: a text with such a secret contains at least one of these words. */
  words: string,
  /** Has the flags `g` and `d`. Group 1 is the secret, of a long one its first line; group 2 the rest. */
  pattern: RegExp,
  /** Minimum in bits per character, 3 where absent: a text with less is a placeholder. */
  entropy?: number,
];

/** Shapes of keys as their issuers document them, checked against the longer list of gitleaks 8 (MIT). */
const shapes: readonly Shape[] = [
  ["Amazon Web Services", "akia|asia|abia|acca", /\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b/dg],
  ["GitHub", "ghp_|gho_|ghu_|ghs_|ghr_", /\b(gh[pousr]_[0-9a-zA-Z]{36,255})\b/dg],
  ["GitHub", "github_pat_", /\b(github_pat_\w{82})\b/dg],
  [
    "GitLab",
    "glpat-|gldt-|glrt-|glptt-|glft-|glsoat-|glimt-|glcbt-|gloas-|glagent-",
    /\b(gl(?:pat|dt|rt|ptt|ft|soat|imt|cbt|oas|agent)-[0-9a-zA-Z_-]{20,300})/dg,
  ],
  ["Anthropic", "sk-ant-", /\b(sk-ant-(?:api|admin|sid|oat)\d{2}-[\w-]{80,120})/dg],
  ["OpenAI", "t3blbkfj", /\b(sk-(?:(?:proj|svcacct|admin)-[\w-]{20,80}|[a-zA-Z0-9]{20})T3BlbkFJ[\w-]{20,80})/dg],
  ["OpenAI", "sk-proj-", /\b(sk-proj-[\w-]{40,200})/dg, 3.5],
  ["OpenRouter", "sk-or-v1-", /\b(sk-or-v1-[a-f0-9]{64})\b/dg],
  ["Google", "aiza", /\b(AIza[\w-]{35})(?![\w-])/dg, 3.5],
  ["Google (OAuth)", "gocspx-", /\b(GOCSPX-[\w-]{28})\b/dg],
  ["Slack", "xox", /\b(xox[abeoprs]-(?:\d{1,13}-){1,3}[0-9a-zA-Z-]{20,80})\b/dg],
  [
    "Slack (webhook)",
    "hooks.slack.com",
    /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/T[A-Z0-9]{7,12}\/B?[A-Za-z0-9]{7,24}\/([A-Za-z0-9]{18,30})\b/dg,
  ],
  ["Discord (webhook)", "/api/webhooks/", /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/([\w-]{60,80})/dg, 3.5],
  ["Discord", ".", /\b([MNO][A-Za-z\d_-]{23,26}\.[\w-]{6}\.[\w-]{27,38})(?![\w-])/dg, 4],
  ["Telegram", ":aa", /\b(\d{8,10}:AA[\w-]{33})(?![\w-])/dg, 3.5],
  ["Stripe", "k_live_", /\b((?:sk|rk)_live_[a-zA-Z0-9]{16,99})\b/dg],
  ["SendGrid", "sg.", /\b(SG\.[\w-]{22}\.[\w-]{43})\b/dg, 3.5],
  ["Twilio", "sk", /\b(SK[0-9a-f]{32})\b/dg],
  ["Hugging Face", "hf_", /\b(hf_[a-zA-Z]{34})\b/dg, 3.5],
  ["npm", "npm_", /\b(npm_[a-zA-Z0-9]{36})\b/dg],
  ["PyPI", "pypi-ageichlwas5vcmc", /\b(pypi-AgEIcHlwaS5vcmc[\w-]{50,1000})/dg],
  ["RubyGems", "rubygems_", /\b(rubygems_[a-f0-9]{48})\b/dg],
  ["Databricks", "dapi", /\b(dapi[a-f0-9]{32})\b/dg],
  ["DigitalOcean", "doo_v1_|dop_v1_|dor_v1_", /\b(do[opr]_v1_[a-f0-9]{64})\b/dg],
  ["Shopify", "shpat_|shpca_|shppa_|shpss_", /\b(shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})\b/dg, 2.5],
  ["Linear", "lin_api_", /\b(lin_api_[a-zA-Z0-9]{40})\b/dg],
  ["Notion", "ntn_", /\b(ntn_[0-9]{11}[A-Za-z0-9]{35})\b/dg, 3.5],
  ["Notion", "secret_", /\b(secret_[A-Za-z0-9]{43})\b/dg, 4],
  ["Groq", "gsk_", /\b(gsk_[a-zA-Z0-9]{52})\b/dg, 3.5],
  ["xAI", "xai-", /\b(xai-[a-zA-Z0-9]{80})\b/dg, 3.5],
  ["Perplexity", "pplx-", /\b(pplx-[a-zA-Z0-9]{48})\b/dg, 3.5],
  ["Replicate", "r8_", /\b(r8_[a-zA-Z0-9]{37})\b/dg, 3.5],
  ["Postman", "pmak-", /\b(PMAK-[a-f0-9]{24}-[a-f0-9]{34})\b/dg],
  ["Vault", "hvs.", /\b(hvs\.[\w-]{90,120})/dg, 3.5],
  ["Grafana", "glsa_", /\b(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})\b/dg],
  ["Doppler", "dp.pt.", /\b(dp\.pt\.[a-zA-Z0-9]{43})\b/dg],
  ["Figma", "figd_", /\b(figd_[\w-]{40})/dg, 3.5],
  ["Mailgun", "key-", /(?<![\w-])(key-[a-f0-9]{32})\b/dg],
  ["PlanetScale", "pscale_", /\b(pscale_(?:tkn|oauth|pw)_[\w.-]{32,64})/dg, 3.5],
  ["Pulumi", "pul-", /\b(pul-[a-f0-9]{40})\b/dg],
  ["Sentry", "sntry", /\b(sntryu_[a-f0-9]{64}|sntrys_eyJ[A-Za-z0-9+/=_]{80,300})/dg],
  ["age", "age-secret-key-1", /\b(AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58})\b/dg],
  ["Azure", "accountkey=", /\b(AccountKey=[A-Za-z0-9+/]{86}==)/dg, 4],
  [
    "a private key",
    "private key",
    /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n){1,8}(?:[A-Za-z-]{3,20}: [^\n]{1,80}\s{1,4}){0,4}([A-Za-z0-9+/=]{40,80})((?:(?:\s|\\n)+[A-Za-z0-9+/=]{40,80})*(?:(?:\s|\\n)+[A-Za-z0-9+/=]{1,39})?)/dg,
    3.5,
  ],
  [
    "a database",
    "postgres|mysql|mongodb|redis://|amqp://",
    /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp):\/\/[\w.-]{1,40}:([^\s:@/'"$<>{}%*[\]]{8,80})@(?!localhost|127\.|0\.0\.0\.0|(?:host|db|database|postgres|redis|mysql|mongo|server)(?:[:/"'`\s]|$)|example)[\w.-]{3,100}/dg,
    3.2,
  ],
];

const needs = shapes.map(([, words]) => anyOf(...words.split("|")));

/** Words that occur in made-up keys. */
const placeholder =
  /example|placeholder|your|dummy|sample|fake|redacted|change.?me|xxxx|\.\.\.|1234567|abcdef|a1b2c3|0000000|<|test|password|passwd|secret_?key|insert|replace|foobar/i;

/** A key or password in a text. */
export interface Secret {
  /** Whose it is, by its shape. */
  readonly of: string;
  /** Where the text begins that shows what it is: its own beginning, or that of its address. */
  readonly from: number;
  /** Its own place in the text. */
  readonly start: number;
  readonly end: number;
}

/** @param has whether the text contains one of these words */
export function secretsIn(text: string, has: (words: AnyOf) => boolean): readonly Secret[] {
  // A key that fits two shapes is one key.
  const found = new Map<number, Secret>();
  for (const [index, [of, , pattern, entropy = 3]] of shapes.entries()) {
    if (!has(needs[index] ?? [])) continue;
    for (const match of text.matchAll(pattern)) {
      const [start = 0, end = 0] = match.indices?.[1] ?? [];
      const body = text.slice(start, end).replace(/^[a-z]{1,8}[_-]/i, "");
      if (found.has(start) || placeholder.test(body) || entropyOf(body) < entropy) continue;
      found.set(start, { of, from: match.index, start, end: match.indices?.[2]?.[1] ?? end });
    }
  }
  return [...found.values()];
}

/** The index up to which a secret may be shown: enough to find it, and of a short one not most of it. */
export function shownEnd({ start, end }: Secret): number {
  return start + Math.min(6, (end - start) >> 2);
}

/** The text with each secret crossed out after its beginning, everything else and each line at its place. */
export function crossedOut(text: string, secrets: readonly Secret[]): string {
  let crossed = "";
  for (const secret of secrets.toSorted((a, b) => a.start - b.start)) {
    crossed += text.slice(crossed.length, shownEnd(secret));
    crossed += text.slice(crossed.length, secret.end).replace(/[^\n]/g, "x");
  }
  return crossed + text.slice(crossed.length);
}

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
