import { anyOf } from "./any-of.ts";
import { findPatterns, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

/**
 * A global, case-insensitive expression for words that begin with a letter. A blank matches any separator of words in Markdown. The
 * expression first tests for the beginning of a word, which few positions are.
 */
function phrase(words: string): RegExp {
  return new RegExp(`\\b(?<!-)(?:${words.replaceAll(" ", String.raw`[\s"'’>*_:,-]{1,8}`)})(?![\\w])`, "gi");
}

const earlier = "(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|developer|other)";
const orders =
  "(?:instructions?|prompts?|rules|guidelines|directives|directions|messages|constraints|commands|context)";
/** Not after a verb by which a text says of somebody else what they may do: `the importer will silently …`. */
const notSaidOfIt =
  "(?<!(?<!\\byou )\\b(?:will|would|may|might|could|can|can['’]t|cannot|attempts? to|trying to|tries to) )";
const person = "(?:the |your |any )?(?:users?|humans?|operators?|developers?|person|people|anyone)";

const hides = "It asks the model to hide something from the user";
const ignores = "It tells the model to ignore other instructions";

const patterns: readonly Pattern[] = [
  {
    needs: anyOf("ignore", "disregard", "forget", "override", "overrule", "discard", "drop"),
    pattern: phrase(
      `${notSaidOfIt}(?:ignore|disregard|forget|override|overrule|discard|drop) (?:(?:any|all|every|each|of|the|your|my|these|those|and) ){0,4}${earlier}(?: (?:and|or|system|user|developer|safety)){0,3} ${orders}`,
    ),
    says: ignores,
    level: "alarm",
  },
  {
    needs: anyOf("everything", "anything"),
    pattern: phrase(
      "(?:ignore|disregard|forget) (?:everything|anything) (?:(?:you|that|else|were|was|have|been) ){0,4}(?:told|above|before|said|know|learned)",
    ),
    says: ignores,
    level: "alarm",
  },
  {
    needs: anyOf("precedence", "override", "supersede", "priority over", "outrank"),
    pattern: phrase(
      `(?:this|these|the following) (?:skill|instructions?|rules?|file|text|message|section|directives?)(?: [a-z]{2,12}){0,3} (?:overrides?|supersedes?|outranks?|takes? (?:precedence|priority) over|have priority over|has priority over) (?:(?:any|all|every|the|your) ){0,3}(?:${earlier}|user|safety|platform|security|harness)(?: (?:and|or|system|user|developer|safety|previous)){0,3}(?: ${orders}| settings| polic(?:y|ies))?`,
    ),
    says: "It puts itself above other instructions",
  },
  {
    needs: anyOf("tell", "inform", "mention", "notify", "alert", "reveal", "disclose", "let ", "show"),
    pattern: phrase(
      `(?:do not|don['’]?t|never|must not|without|avoid) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|let|letting|warn|warning) ${person} (?:about|of|that|what|know|see|notice|this|it|when|how|why)`,
    ),
    says: hides,
    evenIfWarned: true,
  },
  {
    needs: anyOf("without"),
    pattern: phrase(
      `without (?:ever )?(?:telling|informing|notifying|alerting|the knowledge of|the consent of) ${person}`,
    ),
    says: hides,
  },
  {
    needs: anyOf("mention", "reveal", "disclose"),
    pattern: phrase(
      `(?:do not|don['’]?t|never|must not) (?:ever )?(?:mention|reveal|disclose|expose|report|log) (?:this|these|the) (?:instructions?|steps?|rule|section|comment|note|upload|request|backup|transfer|command|call|file|actions?|behaviou?r)(?: (?:to|in|or|at|when)| ?[.!])`,
    ),
    says: hides,
    evenIfWarned: true,
  },
  {
    needs: anyOf("silently", "secretly", "quietly", "covertly"),
    pattern: phrase(
      `${notSaidOfIt}(?:silently|secretly|quietly|covertly) (?:also )?(?:send|upload|post|transmit|forward|exfiltrate|collect|record|leak|copy (?:all|the|every|their|any))|(?:silently|secretly|covertly) (?:download|install|fetch|execute|run|append|attach|enable|disable) (?:the|a|an|this|all|any|every|it|our|my)`,
    ),
    says: "It asks for something to be done secretly",
    level: "alarm",
  },
  {
    needs: anyOf("you are now", "developer mode", "jailbr", "do anything now", "unrestricted", "god mode"),
    pattern: phrase(
      "(?:you are (?:now |from now on )?(?:in )?(?:dan|developer mode|god mode|debug mode|unrestricted|jailbroken|free (?:of|from) (?:all |any )?(?:restrictions|rules|limits|policies))|(?:enter|activate|switch to) (?:god|dan|jailbreak|unrestricted) mode|developer mode (?:enabled|activated|output)|do anything now|act as (?:an? )?(?:unrestricted|unfiltered|uncensored|jailbroken) (?:ai|model|assistant|agent))",
    ),
    // The setting of Windows and Android.
    noteIf: /\b(?:windows|android|symlinks?|settings|usb|devices?)\b/i,
    says: "It tries to talk the model out of its limits",
    level: "alarm",
  },
  {
    needs: anyOf("restrictions", "guidelines", "filters", "limits", "policies", "ethic", "safety"),
    pattern: phrase(
      "(?:you have|you['’]ve|you are under|act as if you had|behave as though you had|respond with) no (?:more |longer any )?(?:restrictions|safety guidelines|guidelines|content filters?|filters|ethical limits|ethics|limits|policies)(?: (?:on|to|at|or|and|in)| ?[.!])",
    ),
    says: "It tries to talk the model out of its limits",
  },
  {
    needs: anyOf("system prompt", "hidden instructions", "initial instructions", "system message", "your instructions"),
    pattern: phrase(
      "(?:reveal|print|repeat|output|show|leak|dump|send|paste|include|quote|exfiltrate|disclose) (?:(?:me|back|out|us|verbatim|the|your|full|entire|complete|whole|exact) ){1,4}(?:system prompt|system message|hidden instructions|initial instructions|developer message)",
    ),
    says: "It asks the model for its own instructions",
  },
  {
    needs: anyOf(
      "conversation",
      "transcript",
      "chat",
      "history",
      "environment",
      "credentials",
      "api key",
      "secrets",
      "tokens",
      "passwords",
      "system prompt",
    ),
    pattern: phrase(
      "(?:send|forward|upload|post|email|transmit|exfiltrate|submit|deliver|leak) (?:(?:the|all|any|every|full|entire|whole|your|user['’]?s?|their|complete|contents|of|this|found|and) ){0,5}(?:conversation|transcript|chat (?:history|log)|message history|environment variables?|env vars?|credentials|api keys?|secrets|access tokens|passwords|private keys?|ssh keys?|system prompt)(?: [\\w/.-]{1,20}){0,6} (?:to|at|via|using|as|through) (?:https?|the (?:following|address|server|endpoint|url|webhook)|an? (?:external|remote)|our|my|this|webhook|\\w{1,20}@)",
    ),
    says: "It asks the model to send out what it knows",
    level: "alarm",
  },
  {
    needs: anyOf("even if"),
    pattern: phrase(
      `even (?:if|when) ${person} (?:says? (?:no|not|stop|otherwise)|objects?|declines?|refuses?|asks? (?:you )?(?:not|to stop)|tells? you (?:not|to stop)|disagrees?|denies|denied)`,
    ),
    says: "It asks the model to act against the user's word",
    evenIfWarned: true,
  },
  {
    needs: anyOf("approved", "authorized", "authorised", "consented", "granted", "permission"),
    pattern: phrase(
      `(?:the )?(?:user|human|operator|owner|administrator|admin) has (?:already |explicitly |previously |fully |pre-?){0,2}(?:approved|authorized|authorised|consented to|granted (?:you )?(?:full )?(?:permission|access)|given (?:you )?(?:full )?(?:permission|consent)) (?:for |to |of )?(?:all|any|every|these|this|full|everything)`,
    ),
    says: "It claims an approval that nobody gave",
    evenIfWarned: true,
  },
  {
    needs: anyOf("approval", "permission", "confirmation", "confirm", "asking"),
    pattern: phrase(
      `(?:(?:do not|don['’]?t|never) (?:ask|wait|prompt|stop)(?: ${person})? (?:for|to) (?:(?:any|user|their|the|explicit|further) ){0,2}(?:approval|permission|confirmation|consent)|without (?:asking|waiting|prompting)(?: ${person})? (?:for )?(?:(?:any|user|their|explicit|further) ){0,2}(?:approval|permission|confirmation|consent))`,
    ),
    says: "It asks the model not to ask",
    level: "note",
  },
  {
    needs: anyOf("approve", "allow", "accept", "permission"),
    pattern: phrase(
      "(?:always|automatically) (?:approve|accept|allow|grant|confirm) (?:all|any|every|each|the) (?:tool|permission|command|request|approval|security|dialog|prompt|action)s?(?: (?:calls?|requests?|prompts?|dialogs?))?",
    ),
    says: "It asks for automatic approvals",
  },
  {
    needs: anyOf("bypass", "disable", "skip", "circumvent", "turn off", "evade", "defeat"),
    pattern: phrase(
      "(?<!\\b(?:not|never|don['’]t|without|cannot|to not) )(?:bypass|disable|circumvent|turn off|evade|defeat|get around) (?:(?:all|any|every|of) ){0,2}(?:your|its|built-in|the (?:agent|model|assistant|harness|ai|claude|codex|llm|platform)(?:['’]s)?) (?:(?:own|built-in|internal) ){0,2}(?:safety|permission|approval|content|security|sandbox|guardrails?|moderation) ?(?:checks?|filters?|prompts?|restrictions|systems?|measures|rules|guidelines|mechanisms?|controls|policies)?",
    ),
    says: "It mentions bypassing a safeguard",
    in: ["text"],
    evenIfWarned: true,
  },
  {
    needs: anyOf(
      "<|im_start|>",
      "<<sys>>",
      "[inst]",
      "<|system|>",
      "<|start_header_id|>",
      "<system>",
      "[system]",
      "### system",
    ),
    pattern:
      /<\|im_start\|>\s{0,4}system|<<SYS>>|<\|system\|>|<\|start_header_id\|>\s{0,4}system|^\s{0,4}<system>\s{0,8}\w|^\s{0,4}\[SYSTEM\]\s{0,4}:|^#{2,3} system(?: (?:message|prompt|override|instruction))?:/gim,
    says: "It imitates the markers that tell a model who speaks",
    in: ["text"],
    unless: ({ index }, file) => file.isFenced(index),
  },
  {
    needs: anyOf(
      "claude.md",
      "agents.md",
      "every skill",
      "all skills",
      "every file",
      "all files",
      "other skills",
      "each reply",
      "every reply",
      "every response",
      "memory",
    ),
    pattern: phrase(
      "(?:add|append|insert|copy|write|embed|propagate|replicate|include) (?:this|these|the following) (?:instructions?|lines?|text|paragraph|skill|rule|comment|message|snippet|prompt|section)(?: [\\w'’]{1,12}){0,4} (?:to|into|in|at the (?:top|end) of) (?:every|all|each|any|other)(?: (?:the|of|other|project|your|user['’]?s?)){0,2} (?:skills?|files?|replies|reply|responses?|messages?|commits?|repositor(?:y|ies)|CLAUDE\\.md|AGENTS\\.md|SKILL\\.md|README(?:\\.md)?|documents?|memor(?:y|ies))",
    ),
    says: "It asks the model to spread it",
    level: "alarm",
  },
  {
    needs: anyOf(
      "real task",
      "true task",
      "real purpose",
      "true purpose",
      "actual task",
      "real goal",
      "true goal",
      "secret task",
      "hidden task",
      "real instructions",
      "secret instructions",
      "true instructions",
      "new instructions",
      "actual instructions",
    ),
    pattern: phrase(
      "(?<!\\b(?:when|if|where|whether|until|once|what|because) )(?:your|the) (?:real|true|actual|secret|hidden) (?:task|purpose|goal|job|mission|instructions?|objective) (?:is|are|here)|(?:new|updated|secret) (?:system )?instructions? (?:from|by) (?:the )?(?:admin|administrator|developer|anthropic|openai|system|operator|security team)",
    ),
    says: "It replaces the user's task with another",
    level: "alarm",
  },
];

/** Words that are addressed to a model, against the person who uses it. */
export const addressesModel: TrustRule = {
  code: "addresses-model",
  title: "Text that turns a model against its user",
  why: "A model reads a skill as instructions. This text overrides others, hides something, or claims a right that only the user has.",
  level: "look",
  *find(file) {
    // In text that no page shows it is an alarm: only a model reads it.
    if (file.isText) yield* findPatterns(file, patterns, { level: "look", unseen: "alarm", isSpeech: true });
  },
};
