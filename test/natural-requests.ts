/** Requests as a person would type them, for the skills of seven public repositories, in our own words. */
export interface NaturalRequests {
  readonly repository: string;
  /** `name: description`, one skill per line. */
  readonly skills: string;
  readonly requests: readonly NaturalRequest[];
}

export interface NaturalRequest {
  readonly text: string;
  /** The skills that would fit; empty if none does. */
  readonly fits: readonly string[];
  /** Whether the request was known when the chooser was written. */
  readonly seen: boolean;
}

export const naturalRequests: readonly NaturalRequests[] = [
  {
    repository: "anthropics/skills",
    skills: `
algorithmic-art: generative art with p5.js, seeded randomness and sliders
brand-guidelines: one company's official colours and typography for any artifact
canvas-design: visual art as PNG or PDF: posters, pieces of art, static designs
claude-api: reference for the Claude API and its SDK: models, prices, streaming, tool use
doc-coauthoring: writes documentation, proposals and technical specs together with a person
docx: creates, reads and edits Word documents (.docx), with tracked changes, comments and letterheads
frontend-design: distinctive visual design for new or reshaped user interfaces
internal-comms: internal communications: status reports, leadership updates, 3P updates, newsletters, FAQs
mcp-builder: builds MCP servers through which models use external services
pdf: anything with PDF files: text and tables out, merge, split, forms, OCR of scans
pptx: presentations: slide decks and pitch decks made, read, edited; speaker notes. Not for PDF
skill-creator: makes new skills, improves and measures existing ones
slack-gif-creator: animated GIFs of a size that Slack takes
theme-factory: ten themes of colours and fonts for slides, docs and landing pages
web-artifacts-builder: elaborate HTML artifacts with React, Tailwind and shadcn/ui
webapp-testing: tests local web applications in a browser with Playwright: screenshots, logs
xlsx: spreadsheets in and out: formulas, cleaning, charts of .xlsx and .csv
`,
    requests: [
      { text: "can you make a gif of a bouncing duck for our slack", fits: ["slack-gif-creator"], seen: true },
      {
        text: "my boss sent me a word file, please accept all the tracked changes and clean it up",
        fits: ["docx"],
        seen: false,
      },
      { text: "pull the tables out of report.pdf into something i can edit", fits: ["pdf"], seen: true },
      { text: "we need a poster for the summer party", fits: ["canvas-design"], seen: false },
      { text: "turn these notes into a 10 slide pitch for investors", fits: ["pptx"], seen: true },
      { text: "I'd like an mcp server that talks to our jira", fits: ["mcp-builder"], seen: false },
      {
        text: "the login button doesn't do anything when clicked, can you check it in a browser?",
        fits: ["webapp-testing"],
        seen: true,
      },
      { text: "help me write the weekly 3P update for leadership", fits: ["internal-comms"], seen: false },
      { text: "what's the weather in Berlin tomorrow?", fits: [], seen: true },
      { text: "thanks, that's perfect!", fits: [], seen: false },
    ],
  },
  {
    repository: "obra/superpowers",
    skills: `
brainstorming: before any creative work, explores intent, requirements and design
dispatching-parallel-agents: two or more independent tasks without shared state, at once
executing-plans: a written implementation plan, carried out in another session with checkpoints
finishing-a-development-branch: all tests pass and the work is to be integrated: merge, pull request or cleanup
receiving-code-review: review feedback has come, before suggestions are implemented, above all when it seems wrong
requesting-code-review: before merging, has finished work checked against its requirements
subagent-driven-development: an implementation plan with independent tasks in this session
systematic-debugging: any bug, test failure or unexpected behaviour, before a fix is proposed
test-driven-development: any feature or bugfix, tests before implementation code
using-git-worktrees: feature work that needs an isolated workspace
using-superpowers: at the start of a conversation, how skills are found and used
verification-before-completion: before work is called complete, fixed or passing: run the commands, look at the output
writing-plans: a spec or requirements for a task of many steps, before code is touched
writing-skills: creates, edits and verifies skills
`,
    requests: [
      { text: "the tests fail on CI but not on my machine, why?", fits: ["systematic-debugging"], seen: true },
      {
        text: "my reviewer says I should rename half of the module, I don't think they're right",
        fits: ["receiving-code-review"],
        seen: false,
      },
      { text: "i have a rough idea for a todo app, let's think it through", fits: ["brainstorming"], seen: true },
      {
        text: "it works now. are we really done? check before you say so",
        fits: ["verification-before-completion"],
        seen: false,
      },
      { text: "here's the spec, break it down into steps before we code", fits: ["writing-plans"], seen: true },
      { text: "everything's green, merge it?", fits: ["finishing-a-development-branch"], seen: false },
      {
        text: "three unrelated bugs in three modules, can you look into them at the same time",
        fits: ["dispatching-parallel-agents"],
        seen: true,
      },
      {
        text: "make a new checkout so I can keep working on main meanwhile",
        fits: ["using-git-worktrees"],
        seen: false,
      },
      {
        text: "write the failing test first, then add the export button",
        fits: ["test-driven-development"],
        seen: true,
      },
      { text: "what's the capital of Portugal", fits: [], seen: false },
    ],
  },
  {
    repository: "vercel-labs/agent-skills",
    skills: `
vercel-composition-patterns: React components that compose: too many boolean props, compound components, render props
deploy-to-vercel: deploys apps and websites, preview or production, and gives the link
vercel-react-best-practices: performance of React and Next.js: re-renders, data fetching, bundle size
vercel-react-native-skills: React Native and Expo: fast lists, animations, native modules on mobile
vercel-react-view-transitions: animations between views and routes with the View Transition API
vercel-cli-with-tokens: the Vercel command line with an access token instead of an interactive login
web-design-guidelines: reviews UI code for interface guidelines, accessibility and UX
`,
    requests: [
      { text: "ship this to production and give me the url", fits: ["deploy-to-vercel"], seen: true },
      {
        text: "my page re-renders way too often, how do I make it faster",
        fits: ["vercel-react-best-practices"],
        seen: false,
      },
      { text: "the list in our expo app is janky when scrolling", fits: ["vercel-react-native-skills"], seen: true },
      { text: "is this site usable with a screen reader?", fits: ["web-design-guidelines"], seen: false },
      {
        text: "this component has twelve boolean props, clean it up",
        fits: ["vercel-composition-patterns"],
        seen: true,
      },
      { text: "fade between pages when the route changes", fits: ["vercel-react-view-transitions"], seen: false },
      {
        text: "I can't log in interactively on the CI box, deploy with a token",
        fits: ["vercel-cli-with-tokens"],
        seen: true,
      },
      { text: "put my app online", fits: ["deploy-to-vercel"], seen: false },
      { text: "translate this paragraph to Spanish", fits: [], seen: true },
      { text: "who are you?", fits: [], seen: false },
    ],
  },
  {
    repository: "mattpocock/skills",
    skills: `
design-an-interface: several radically different interfaces for a module, by parallel agents
qa: a session in which a person reports bugs and issues get filed
ubiquitous-language: a glossary of the domain's terms out of the conversation, ambiguities flagged
codebase-design: vocabulary for deep modules with small interfaces
diagnosing-bugs: a loop for hard bugs and performance regressions
domain-modeling: builds the domain model, pins terminology down
grill-with-docs: an interview that sharpens a plan and writes documents on the way
implement: implements work from a spec or tickets
improve-codebase-architecture: finds chances to deepen modules and reports them
prototype: a throwaway prototype that answers a design question
research: looks a question up in primary sources and writes it down
resolving-merge-conflicts: a git merge or rebase that stopped on a conflict
tdd: features and fixes test-first, red, green, refactor
to-spec: turns the conversation into a spec on the issue tracker
to-tickets: breaks a plan or spec into tickets with what blocks what
triage: moves issues through the states of triage
claude-handoff: hands the conversation to a fresh background agent
git-guardrails-claude-code: hooks that block dangerous git commands such as push and reset
setup-pre-commit: Husky hooks with lint-staged, Prettier, type checks and tests
edit-article: improves an article: sections, clarity, tighter prose
writing-shape: shapes raw material into an article, paragraph by paragraph
grill-me: a relentless interview about a plan or design
grilling: questions a plan or idea until it holds
batch-grill-me: the same interview, all questions of a round at once
handoff: compacts the conversation into a document for the next agent
teach: teaches a new skill or concept
`,
    requests: [
      {
        text: "poke holes in my plan, ask me hard questions",
        fits: ["grill-me", "grilling", "batch-grill-me", "grill-with-docs"],
        seen: true,
      },
      { text: "there's a merge conflict in package.json", fits: ["resolving-merge-conflicts"], seen: false },
      { text: "this function got slower since last week, find out why", fits: ["diagnosing-bugs"], seen: true },
      { text: "stop claude from force pushing", fits: ["git-guardrails-claude-code"], seen: false },
      { text: "run prettier and the type checker before each commit", fits: ["setup-pre-commit"], seen: true },
      {
        text: "can you tidy up my blog post? the paragraphs ramble",
        fits: ["edit-article", "writing-shape"],
        seen: false,
      },
      { text: "split this plan into tickets", fits: ["to-tickets"], seen: true },
      {
        text: "I'm out of context, write a summary for the next agent",
        fits: ["handoff", "claude-handoff"],
        seen: false,
      },
      {
        text: "what do we call a 'customer' vs an 'account'? let's fix our vocabulary",
        fits: ["ubiquitous-language", "domain-modeling"],
        seen: true,
      },
      { text: "cool, see you tomorrow", fits: [], seen: false },
    ],
  },
  {
    repository: "trailofbits/skills",
    skills: `
aflpp: fuzzes C and C++ with AFL++ on many cores
libfuzzer: coverage-guided fuzzing of C and C++ built with Clang
cargo-fuzz: fuzzes Rust projects with Cargo
atheris: fuzzes Python
fuzzing-dictionary: dictionaries of tokens for fuzzers of parsers and formats
address-sanitizer: finds memory errors such as buffer overflows while C and C++ are fuzzed
c-review: security review of C and C++: memory corruption, overflows, races
rust-review: security review of Rust: unsafe code, panics, concurrency
zeroize-audit: secrets that stay in memory because they are not zeroized
constant-time-analysis: timing side channels in cryptographic code
constant-time-testing: tests cryptographic code for timing attacks
supply-chain-risk-auditor: dependencies with advisories, abandoned or taken over packages
git-cleanup: cleans up local branches and worktrees that are merged or stale
variant-analysis: other instances of a bug that was found
semgrep: security scan with Semgrep rules
semgrep-rule-creator: writes custom Semgrep rules for bug patterns
codeql: security scan with CodeQL's data flow
yara-rule-authoring: YARA rules that detect malware
solana-vulnerability-scanner: vulnerabilities of Solana programs
algorand-vulnerability-scanner: vulnerabilities of Algorand contracts
agentic-actions-auditor: AI agents in GitHub workflows: prompt injection, secrets
differential-review: security review of a diff, commit or pull request
modern-python: Python projects with uv and ruff
property-based-testing: property-based tests
second-opinion: a review by another vendor's model
`,
    requests: [
      { text: "fuzz my C parser with AFL++", fits: ["aflpp"], seen: true },
      { text: "are there secrets left in memory after we're done with the key?", fits: ["zeroize-audit"], seen: false },
      { text: "which of our npm packages are abandoned or risky?", fits: ["supply-chain-risk-auditor"], seen: true },
      { text: "I've lots of stale branches, tidy them up", fits: ["git-cleanup"], seen: false },
      { text: "look for memory bugs in this C code", fits: ["c-review", "address-sanitizer"], seen: true },
      {
        text: "is this comparison vulnerable to timing attacks",
        fits: ["constant-time-analysis", "constant-time-testing"],
        seen: false,
      },
      { text: "found one SQL injection; are there others like it?", fits: ["variant-analysis"], seen: true },
      { text: "write a rule that catches this malware sample", fits: ["yara-rule-authoring"], seen: false },
      { text: "good morning!", fits: [], seen: true },
      { text: "check my solana program for holes", fits: ["solana-vulnerability-scanner"], seen: false },
    ],
  },
  {
    repository: "anthropics/knowledge-work-plugins",
    skills: `
draft-response: a reply to a customer, fitting the situation
customer-escalation: packs an escalation for engineering or leadership
kb-article: a knowledge base article out of a resolved ticket
ticket-triage: sorts support tickets by urgency
ticket-deflector: answers a forwarded customer email with order and refund status
handle-complaint: a customer's complaint: context, response, what to change
invoice-chase: reminder emails for overdue invoices, by payment history
close-management: the month-end close: tasks, order, status
close-month: closes the month: reconciles the books, flags gaps
month-end-prep: walks an owner through closing the books
journal-entry: journal entries with debits and credits
financial-statements: income statement, balance sheet, cash flow
policy-lookup: explains company policies: leave, expenses, remote work
triage-nda: sorts incoming NDAs: standard, for counsel, stop
review-contract: reviews a contract against the negotiation playbook
contract-review: NDA, MSA and vendor contracts in plain words
interview-prep: interview plans with questions and scorecards for a candidate
performance-review: structure for performance reviews
incident-response: an incident from triage to postmortem
create-viz: charts of publication quality in Python
data-visualization: effective visualizations: which chart, which library
sql-queries: SQL for all warehouses
build-dashboard: a dashboard with charts and filters
nextflow-development: nf-core pipelines (rnaseq, sarek) on sequencing data
seo-audit: keywords, technical checks, competitors of a site
campaign-plan: a marketing campaign's brief and calendar
status-report: a report with KPIs, risks and actions
onboarding: checklist and first week of a new hire
sprint-planning: scope and capacity of a sprint
meeting-briefing: prepares legal meetings
`,
    requests: [
      {
        text: "draft a reply to an angry customer whose order got lost",
        fits: ["draft-response", "handle-complaint", "ticket-deflector"],
        seen: true,
      },
      { text: "a customer hasn't paid since March, remind them", fits: ["invoice-chase"], seen: false },
      {
        text: "we close the books next week, what do we have to do",
        fits: ["close-management", "close-month", "month-end-prep"],
        seen: true,
      },
      { text: "what's our parental leave policy", fits: ["policy-lookup"], seen: false },
      { text: "is this NDA ok to sign?", fits: ["triage-nda", "contract-review", "review-contract"], seen: true },
      { text: "help me get ready for my interview with a backend candidate", fits: ["interview-prep"], seen: false },
      { text: "the site went down last night, write the postmortem", fits: ["incident-response"], seen: true },
      { text: "draw me a chart of monthly sales", fits: ["create-viz", "data-visualization"], seen: false },
      { text: "our nf-core rnaseq run crashed", fits: ["nextflow-development"], seen: true },
      { text: "i'm bored", fits: [], seen: false },
    ],
  },
  {
    repository: "openai/plugins",
    skills: `
gmail-inbox-triage: sorts unread Gmail by what is urgent, needs an answer or can wait
google-calendar-daily-brief: the day's agenda with conflicts and free windows
google-calendar-group-scheduler: finds a time at which several attendees are free
google-calendar-meeting-prep: gathers context before a meeting
google-sheets: creates and edits Google Sheets: ranges, formulas, tabs
slack-channel-summarization: summarizes a Slack channel over some days
slack-daily-digest: what happened today in chosen Slack channels
teams-reply-drafting: drafts replies in Microsoft Teams threads
gh-fix-ci: finds out why GitHub Actions checks of a pull request fail, and fixes them
gh-address-comments: addresses review comments on a GitHub pull request
notion-knowledge-capture: turns conversations into wiki pages in Notion
capture-tasks-from-meeting-notes: action items out of meeting notes, as Jira tasks
triage-issue: looks for duplicates of a bug in Jira before an issue is created
linear: reads, creates and updates issues in Linear
netlify-deploy: deploys web projects to Netlify
render-migrate-from-heroku: moves applications from Heroku to Render
render-cron-jobs: scheduled jobs on Render
supabase: databases, auth and storage on Supabase
stripe-best-practices: payments, subscriptions and checkout with Stripe
shopify-liquid: themes and templates of a Shopify store
shopify-polaris-checkout-extensions: extends the checkout of a Shopify store
twilio-verify-send-otp: one-time codes by SMS, voice or email for sign-in
twilio-whatsapp-send-message: WhatsApp messages by Twilio's API
twilio-voice-outbound-calls: outbound phone calls by Twilio's API
hubspot-crm-data-hygiene: missing fields, stale records and duplicates in HubSpot
ios-memgraph-leaks: memory leaks in iOS apps from memory graphs
swiftui-performance-audit: slow rendering and janky scrolling in SwiftUI
phaser-2d-game: 2D browser games with Phaser
three-webgl-game: 3D browser games with three.js
figma-generate-diagram: flowcharts and other diagrams in FigJam
canva-translate-design: translates the text in a Canva design
heygen-avatar: an avatar of a person for videos, with face and voice
gantt-chart-visualization: project schedules and timelines as Gantt charts
dcf: values a company by its discounted cash flow
earnings-review: what a company reported for the quarter, against expectations
clinicaltrials-skill: searches ClinicalTrials.gov for studies
biorxiv-skill: searches bioRxiv and medRxiv for preprints
rcsb-pdb-skill: protein structures from the Protein Data Bank
ngs-fastq-qc: quality of raw sequencing reads
huggingface-llm-trainer: fine-tunes language models on Hugging Face Jobs
huggingface-datasets: explores datasets on the Hugging Face Hub
security-scan: scans a repository for vulnerabilities
systematic-debugging: any bug or test failure, before a fix is proposed
`,
    requests: [
      { text: "whats new in my unread mail", fits: ["gmail-inbox-triage"], seen: true },
      { text: "when are we all free next week for an hour", fits: ["google-calendar-group-scheduler"], seen: false },
      {
        text: "what did i miss on slack today",
        fits: ["slack-daily-digest", "slack-channel-summarization"],
        seen: true,
      },
      { text: "draft an answer to tom in teams", fits: ["teams-reply-drafting"], seen: true },
      { text: "why is ci red on my pull request", fits: ["gh-fix-ci"], seen: true },
      { text: "turn the meeting notes into tickets", fits: ["capture-tasks-from-meeting-notes"], seen: false },
      { text: "is this bug already in jira? if not log it", fits: ["triage-issue"], seen: false },
      { text: "run my script every night at 2", fits: ["render-cron-jobs"], seen: false },
      { text: "text people a code when they log in", fits: ["twilio-verify-send-otp"], seen: true },
      { text: "call people automatically and play them a message", fits: ["twilio-voice-outbound-calls"], seen: false },
      { text: "hubspot is full of duplicate contacts", fits: ["hubspot-crm-data-hygiene"], seen: false },
      { text: "the list in my app scrolls really slowly", fits: ["swiftui-performance-audit"], seen: true },
      { text: "lets make a 2d jump and run game", fits: ["phaser-2d-game"], seen: false },
      { text: "is there a clincal trial for psoriasis near berlin", fits: ["clinicaltrials-skill"], seen: true },
      { text: "new preprints on gene editing", fits: ["biorxiv-skill"], seen: false },
      { text: "take card payments on my website", fits: ["stripe-best-practices"], seen: true },
      { text: "check the repo for security holes", fits: ["security-scan"], seen: true },
      { text: "gantt chart for building our house", fits: ["gantt-chart-visualization"], seen: false },
      { text: "how do i change a bike tire", fits: [], seen: true },
      { text: "lol ok", fits: [], seen: false },
    ],
  },
];
