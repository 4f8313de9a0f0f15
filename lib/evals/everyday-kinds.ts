/** A kind of work that skills are for, and requests of people who need one. */
export interface EverydayKind {
  /** Words in a skill's name or description that show it is of this kind. */
  readonly about: string;
  /** At least three, in the words of a person who knows nothing of skills, the plainest first. */
  readonly requests: readonly string[];
}

/** One paragraph for each kind: its words and a colon, then its requests, one on each line. */
const paragraphs = `
pdf acrobat:
I've got a scanned PDF here, can you get the text out?
put these two PDFs into one and drop page 3
my landlord sent a form as a PDF, fill it in with my details

docx word document letter memo:
turn my notes into a proper Word file I can send to a client
can you put page numbers and a table of contents into contract.docx
change the company name everywhere in this letter and keep the formatting

xlsx excel spreadsheet workbook csv sheet:
add up expenses.csv by month and give me something I can open in Excel
the totals in budget.xlsx are wrong, find out why
clean up this export, half of the columns are garbage

pptx powerpoint slide slides deck presentation keynote:
I have to present this on Monday, make me ten slides
make these slides look less boring
pull the speaker notes out of talk.pptx

commit git branch rebase merge worktree stash history:
what should I write for these changes before I push?
I messed up my last merge, get me back to where I was
who changed this line, and when?

pr pull-request pullrequest github gh:
open a PR for what I did today
go through the comments on my PR and fix what they ask for
CI is red on my branch, what's wrong?

review reviewer reviewing readability correctness feedback critique:
have a look at my changes before I merge them
is there anything stupid in this diff?
what would a senior engineer say about this file?

test tests testing unittest tdd coverage pytest jest assertion:
this function has no tests yet, can you write some?
what cases did I forget to cover here?
I want to write the test before the code, where do I start?

debug debugging bug bugs failure failures troubleshoot crash diagnose:
it worked yesterday and now it just hangs, help
this fails one time in ten and I can't see why
here's the stack trace, what's going on?

security vulnerability vulnerabilities exploit attack threat secrets audit insecure injection owasp:
could somebody break into this login page?
did I leave any passwords in the repo?
go over the upload code as an attacker would

fuzz fuzzer fuzzing sanitizer harness corpus:
throw random input at my parser until it breaks
how do I find crashes in this C library automatically?
the fuzzer has been running for days and finds nothing new

static analysis semgrep codeql sarif rule rules lint:
find every place where we build SQL by hand
write a check so that nobody calls this function again
scan the project and tell me what's worth fixing

solidity solana ethereum blockchain evm erc20 onchain:
is this smart contract safe to put on mainnet?
can somebody drain the funds from this vault?
check my token for the usual mistakes

refactor refactoring cleanup simplify dead technical-debt:
this file has grown to 900 lines, split it up sensibly
make this easier to read without changing what it does
which of these functions does nobody use any more?

performance slow latency optimize profiling memory benchmark:
the page takes six seconds to load, why?
memory keeps going up until it gets killed
make this query faster

frontend ui interface css html component components react tailwind web layout:
build me a sign-up page that doesn't look like a template
this looks broken on my phone
make the settings screen nicer

figma mockup wireframe design-system ux prototype:
here's the Figma link, build it
sketch three ways this screen could look
our buttons look different on every page, sort that out

accessibility a11y wcag screenreader contrast keyboard:
can a blind person use this form?
is the grey text too light?
make the menu work without a mouse

brand branding logo colors colours typography theme style guidelines:
make this look like it comes from our company
which of our blues do I use for links?
pick colours and a font that go together

image images picture photo art artwork poster canvas drawing illustration generative gif animation:
I need a poster for our summer party
make me a little animation for the team channel
something pretty for the cover, surprise me

video audio voice podcast speech transcribe transcription narration music:
write down what they say in this recording
read this out in a nice voice
cut the boring bits out of my screencast

chart charts graph plot visualization visualize dashboard analytics metrics:
draw me sales by month from this table
which numbers should be on our team's screen?
why did sign-ups drop last week?

sql database postgres query schema migration bigquery snowflake warehouse:
how many customers bought twice last year? the tables are in Postgres
add a column to users without taking the site down
what tables do we have, and how do they hang together?

deploy deployment hosting vercel netlify cloudflare render heroku release ship production:
put my site online
get this out to production tonight
the last release is broken, roll it back

docker kubernetes container terraform infrastructure aws azure gcp cloud cluster pipeline ci cd:
why does my container keep restarting?
set up a build that runs on every push
we pay too much for the cloud, where does it go?

incident outage postmortem monitoring alert alerts logs sentry datadog observability on-call:
the site is down, what changed?
write up what happened last night for the team
which errors do users run into most?

api sdk rest graphql endpoint openapi integration webhook client llm claude openai:
call this service from my app and show what comes back
write down how others can use our endpoints
why do I get a 401 from it?

mcp server servers protocol tool tools:
let my assistant look things up in our ticket system
wrap this REST service so that a model can use it
the assistant doesn't see my tools, why?

skill skills skill-creator plugin plugins authoring:
I explain the same thing to the assistant every day, can it remember how?
my skill never gets used, what's wrong with it?
package what we just did so that my team can do it too

subagent subagents parallel dispatch orchestrate delegate agents:
there are five unrelated failures, work on all of them at once
split this up and have several of you do it
do the whole list without asking me in between

plan planning plans roadmap spec specification requirements milestone breakdown:
this is too big, cut it into steps for me
write down what we'll build before anybody starts
what do we do first, and what can wait?

brainstorm brainstorming idea ideas ideation creative explore:
I have a vague idea for an app, let's talk it through
give me ten ways we could do this
what am I not thinking of?

documentation docs readme guide manual changelog release-notes:
somebody new should understand this repo in ten minutes, write that down
the README is out of date, bring it in line
what changed since the last version, in plain words?

writing write article blog newsletter copy essay content editing prose:
write 600 words about what we learned this year
this paragraph is clumsy, fix it
make it sound less like a robot wrote it

email mail inbox gmail outlook reply message slack announcement internal comms:
answer this mail, friendly but firm
tell the company that the office is closed on Friday
what in my inbox needs an answer today?

meeting meetings calendar agenda schedule standup notes transcript:
what did we agree on this morning? here are my notes
find an hour next week that suits all three of us
get me ready for my call at two

jira linear ticket tickets issue issues backlog sprint status task tasks asana notion:
make tickets out of this list
what's left in this sprint?
sort these bug reports by how bad they are

customer customers support complaint escalation churn crm hubspot salesforce:
a customer is furious about a late order, what do I write back?
what do people complain about most?
what do we know about Acme before I call them?

sales prospect lead leads outreach pitch proposal pipeline deal:
write a first mail to this company, not a pushy one
which of these deals will close this quarter?
what should I know about them before the call?

marketing campaign seo ads landing social post audience competitor keyword:
nobody finds our site on Google, what can we do?
write three posts about the new feature
what are the others charging for this?

finance invoice accounting budget tax ledger reconciliation revenue valuation financial portfolio:
who still owes us money, and since when?
the bank says one thing and our books another, find the difference
can we afford another engineer?

legal contract nda agreement compliance privacy gdpr policy terms clause:
is there anything nasty in this agreement?
may we keep this data for five years?
what does paragraph 7 mean in plain words?

hiring interview candidate recruiting resume cv job onboarding performance employee hr:
what do I ask a backend candidate tomorrow?
make my CV fit this advert
somebody starts on Monday, what has to be ready?

research literature paper papers sources citation investigate study science:
find out what's known about this and tell me where it's from
read these three papers and tell me where they disagree
is it true that this works? I want sources

biology genomics protein dna rna sequencing clinical bioinformatics molecule drug medical:
our sequencing run came back, what do I do with the files?
what is known about this gene?
are there trials for this disease?

browser playwright scrape crawl automation selenium screenshot webapp website:
click through the checkout and tell me whether it works
take a screenshot of every page
get the prices off this site into a list

translate translation language localization i18n:
put this into Spanish for our customers
which texts in the app aren't translated yet?
does this sound right to a German?

learn teach tutor tutorial explain lesson education quiz study:
explain this to me as if I were twelve
quiz me on chapter four
I know Python, how do I get into Rust?

recipe cooking food kitchen menu bake:
eight people are coming and the cake is for four
what do I need to buy for this?
how much flour is that in grams?

python pip uv poetry virtualenv dependency dependencies package packages npm:
start a new Python project the way people do it today
which of our packages are out of date?
I get a version conflict when I install this

mobile ios android swift kotlin app flutter react-native:
the app crashes when I turn my phone
add a screen for settings to our iPhone app
get this ready for the store

game games unity godot unreal:
make a little game with a cat that jumps
the ball goes through the wall, why?
add a second level

payment payments stripe checkout billing subscription shop shopify commerce:
let people pay by card on my site
give this customer their money back
add a yearly plan that's cheaper
`;

/**
 * Requests as people type them, grouped by purpose. They are written from the asker's side and not from any skill's description: a test
 * should show whether a description matches such words.
 */
export const everydayKinds: readonly EverydayKind[] = paragraphs
  .trim()
  .split("\n\n")
  .map((paragraph) => {
    const [about = "", ...requests] = paragraph.split("\n");
    return { about: about.replace(/:$/, ""), requests };
  });
