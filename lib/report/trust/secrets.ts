import { type AnyOf, anyOf } from "./any-of.ts";
import { isWarning } from "./intent.ts";
import { visible } from "./patterns.ts";
import type { Hit, TrustRule } from "./rule.ts";

interface Shape {
  readonly of: string;
  /** A text with such a secret contains at least one of these words. */
  readonly needs: AnyOf;
  /** Has the flag `g`. The secret is group 1, or the whole match. */
  readonly pattern: RegExp;
  /** Minimum entropy in bits per character: a text with less is a placeholder. */
  readonly entropy?: number;
}

/** Shapes of keys as their issuers document them, checked against the longer list of gitleaks 8 (MIT). */
const shapes: readonly Shape[] = [
  {
    of: "Amazon Web Services",
    needs: anyOf("akia", "asia", "abia", "acca"),
    pattern: /\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b/g,
    entropy: 3,
  },
  {
    of: "GitHub",
    needs: anyOf("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    pattern: /\b(gh[pousr]_[0-9a-zA-Z]{36,255})\b/g,
    entropy: 3,
  },
  { of: "GitHub", needs: anyOf("github_pat_"), pattern: /\b(github_pat_\w{82})\b/g, entropy: 3 },
  {
    of: "GitLab",
    needs: anyOf("glpat-", "gldt-", "glrt-", "glptt-", "glft-", "glsoat-", "glimt-", "glcbt-", "gloas-", "glagent-"),
    pattern: /\b(gl(?:pat|dt|rt|ptt|ft|soat|imt|cbt|oas|agent)-[0-9a-zA-Z_-]{20,300})/g,
    entropy: 3,
  },
  {
    of: "Anthropic",
    needs: anyOf("sk-ant-"),
    pattern: /\b(sk-ant-(?:api|admin|sid|oat)\d{2}-[\w-]{80,120})/g,
    entropy: 3,
  },
  {
    of: "OpenAI",
    needs: anyOf("t3blbkfj"),
    pattern: /\b(sk-(?:(?:proj|svcacct|admin)-[\w-]{20,80}|[a-zA-Z0-9]{20})T3BlbkFJ[\w-]{20,80})/g,
    entropy: 3,
  },
  { of: "OpenAI", needs: anyOf("sk-proj-"), pattern: /\b(sk-proj-[\w-]{40,200})/g, entropy: 3.5 },
  { of: "OpenRouter", needs: anyOf("sk-or-v1-"), pattern: /\b(sk-or-v1-[a-f0-9]{64})\b/g, entropy: 3 },
  { of: "Google", needs: anyOf("aiza"), pattern: /\b(AIza[\w-]{35})(?![\w-])/g, entropy: 3.5 },
  { of: "Google (OAuth)", needs: anyOf("gocspx-"), pattern: /\b(GOCSPX-[\w-]{28})\b/g, entropy: 3 },
  {
    of: "Slack",
    needs: anyOf("xox"),
    pattern: /\b(xox[abeoprs]-(?:\d{1,13}-){1,3}[0-9a-zA-Z-]{20,80})\b/g,
    entropy: 3,
  },
  {
    of: "Slack (webhook)",
    needs: anyOf("hooks.slack.com"),
    pattern:
      /\b(hooks\.slack\.com\/(?:services|workflows|triggers)\/T[A-Z0-9]{7,12}\/B?[A-Za-z0-9]{7,24}\/[A-Za-z0-9]{18,30})\b/g,
    entropy: 3,
  },
  {
    of: "Discord (webhook)",
    needs: anyOf("/api/webhooks/"),
    pattern: /\b(discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80})/g,
    entropy: 3.5,
  },
  {
    of: "Discord",
    needs: anyOf("."),
    pattern: /\b([MNO][A-Za-z\d_-]{23,26}\.[\w-]{6}\.[\w-]{27,38})(?![\w-])/g,
    entropy: 4,
  },
  { of: "Telegram", needs: anyOf(":aa"), pattern: /\b(\d{8,10}:AA[\w-]{33})(?![\w-])/g, entropy: 3.5 },
  { of: "Stripe", needs: anyOf("k_live_"), pattern: /\b((?:sk|rk)_live_[a-zA-Z0-9]{16,99})\b/g, entropy: 3 },
  { of: "SendGrid", needs: anyOf("sg."), pattern: /\b(SG\.[\w-]{22}\.[\w-]{43})\b/g, entropy: 3.5 },
  { of: "Twilio", needs: anyOf("sk"), pattern: /\b(SK[0-9a-f]{32})\b/g, entropy: 3 },
  { of: "Hugging Face", needs: anyOf("hf_"), pattern: /\b(hf_[a-zA-Z]{34})\b/g, entropy: 3.5 },
  { of: "npm", needs: anyOf("npm_"), pattern: /\b(npm_[a-zA-Z0-9]{36})\b/g, entropy: 3 },
  { of: "PyPI", needs: anyOf("pypi-ageichlwas5vcmc"), pattern: /\b(pypi-AgEIcHlwaS5vcmc[\w-]{50,1000})/g },
  { of: "RubyGems", needs: anyOf("rubygems_"), pattern: /\b(rubygems_[a-f0-9]{48})\b/g },
  { of: "Databricks", needs: anyOf("dapi"), pattern: /\b(dapi[a-f0-9]{32})\b/g, entropy: 3 },
  {
    of: "DigitalOcean",
    needs: anyOf("doo_v1_", "dop_v1_", "dor_v1_"),
    pattern: /\b(do[opr]_v1_[a-f0-9]{64})\b/g,
    entropy: 3,
  },
  {
    of: "Shopify",
    needs: anyOf("shpat_", "shpca_", "shppa_", "shpss_"),
    pattern: /\b(shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})\b/g,
    entropy: 2.5,
  },
  { of: "Linear", needs: anyOf("lin_api_"), pattern: /\b(lin_api_[a-zA-Z0-9]{40})\b/g, entropy: 3 },
  { of: "Notion", needs: anyOf("ntn_"), pattern: /\b(ntn_[0-9]{11}[A-Za-z0-9]{35})\b/g, entropy: 3.5 },
  { of: "Notion", needs: anyOf("secret_"), pattern: /\b(secret_[A-Za-z0-9]{43})\b/g, entropy: 4 },
  { of: "Groq", needs: anyOf("gsk_"), pattern: /\b(gsk_[a-zA-Z0-9]{52})\b/g, entropy: 3.5 },
  { of: "xAI", needs: anyOf("xai-"), pattern: /\b(xai-[a-zA-Z0-9]{80})\b/g, entropy: 3.5 },
  { of: "Perplexity", needs: anyOf("pplx-"), pattern: /\b(pplx-[a-zA-Z0-9]{48})\b/g, entropy: 3.5 },
  { of: "Replicate", needs: anyOf("r8_"), pattern: /\b(r8_[a-zA-Z0-9]{37})\b/g, entropy: 3.5 },
  { of: "Postman", needs: anyOf("pmak-"), pattern: /\b(PMAK-[a-f0-9]{24}-[a-f0-9]{34})\b/g },
  { of: "Vault", needs: anyOf("hvs."), pattern: /\b(hvs\.[\w-]{90,120})/g, entropy: 3.5 },
  { of: "Grafana", needs: anyOf("glsa_"), pattern: /\b(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})\b/g, entropy: 3 },
  { of: "Doppler", needs: anyOf("dp.pt."), pattern: /\b(dp\.pt\.[a-zA-Z0-9]{43})\b/g, entropy: 3 },
  { of: "Figma", needs: anyOf("figd_"), pattern: /\b(figd_[\w-]{40})/g, entropy: 3.5 },
  { of: "Mailgun", needs: anyOf("key-"), pattern: /(?<![\w-])(key-[a-f0-9]{32})\b/g, entropy: 3 },
  { of: "PlanetScale", needs: anyOf("pscale_"), pattern: /\b(pscale_(?:tkn|oauth|pw)_[\w.-]{32,64})/g, entropy: 3.5 },
  { of: "Pulumi", needs: anyOf("pul-"), pattern: /\b(pul-[a-f0-9]{40})\b/g, entropy: 3 },
  {
    of: "Sentry",
    needs: anyOf("sntry"),
    pattern: /\b(sntryu_[a-f0-9]{64}|sntrys_eyJ[A-Za-z0-9+/=_]{80,300})/g,
    entropy: 3,
  },
  {
    of: "age",
    needs: anyOf("age-secret-key-1"),
    pattern: /\b(AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58})\b/g,
  },
  { of: "Azure", needs: anyOf("accountkey="), pattern: /\b(AccountKey=[A-Za-z0-9+/]{86}==)/g, entropy: 4 },
  {
    of: "a private key",
    needs: anyOf("private key"),
    pattern:
      /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n){1,8}(?:[A-Za-z-]{3,20}: [^\n]{1,80}\s{1,4}){0,4}([A-Za-z0-9+/=]{40,80})/g,
    entropy: 3.5,
  },
  {
    of: "a database",
    needs: anyOf("postgres", "mysql", "mongodb", "redis://", "amqp://"),
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp):\/\/[\w.-]{1,40}:([^\s:@/'"$<>{}%*[\]]{8,80})@(?!localhost|127\.|0\.0\.0\.0|(?:host|db|database|postgres|redis|mysql|mongo|server)(?:[:/"'`\s]|$)|example)[\w.-]{3,100}/g,
    entropy: 3.2,
  },
];

/** Words that occur in made-up keys. */
const placeholder =
  /example|placeholder|your|dummy|sample|fake|redacted|change.?me|xxxx|\.\.\.|1234567|abcdef|a1b2c3|0000000|<|test|password|passwd|secret_?key|insert|replace|foobar/i;

/** Keys and passwords that were left in a file. */
export const secrets: TrustRule = {
  code: "secret",
  title: "A key or password",
  why: "Anyone with the repository has it. Its owner should revoke it.",
  level: "alarm",
  *find(file) {
    if (!file.isText) return;
    for (const { of, needs, pattern, entropy = 0 } of shapes) {
      if (!file.has(needs)) continue;
      for (const match of file.text.matchAll(pattern)) {
        const secret = match[1] ?? match[0];
        const body = secret.replace(/^[a-z]{1,8}[_-]/i, "");
        if (placeholder.test(body) || entropyOf(body) < entropy) continue;
        const line = file.lineAt(match.index);
        const hit: Hit = {
          line,
          excerpt: masked(match[0], secret),
          says: `A key of the shape of ${of}`.replace("of the shape of a ", "of a "),
        };
        yield isWarning(file, line) ? { ...hit, level: "look" } : hit;
      }
    }
  },
};

/** The beginning is enough to find the secret, and no more of it goes into a report. */
function masked(match: string, secret: string): string {
  const shown = match.slice(0, match.indexOf(secret)) + secret.slice(0, 6);
  return `${visible(shown).slice(0, 80)}… (${secret.length} characters)`;
}

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
