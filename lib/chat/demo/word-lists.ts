/** Words that say nothing about what a skill is for, and those that every catalog line holds. */
export const commonWords = `
a about after again ain all already also always am an and another any anyone anything are aren as at back be been before being both but by
came can cannot could couldn d did didn do does doesn doing don done each either else etc even ever every everything few fine file files
find first for found from get gets getting give given go goes going gone good got great had has hasn have haven having he hello help
helped helps her here hey hi him his how i if in instead into is isn it its just keep know last late lately let like ll look lot m made
make many may maybe me might mine more most much must my need needs never new night no nope not nothing now of off ok okay on once one
only or other our out over own perfect please put re really right s same say see shall she should show since skill skills so some somebody
someone something soon still such sure t take tell than thank thanks that the their them then there these they thing things this those
thought through time to today tomorrow tonight too try twice two up us use used user users using ve very want wants was way we week well
went were what when where whether which while who whole whose why will with within without won work works would wouldn yes yesterday yet
you your yours
`;

/**
 * Words that people use for the same thing, a group a line, in the fields that skills are written for. Two words
 * written as one (`pushlive`) stand for the two, one after the other. A group is about one thing: what merely goes
 * together (invoice, customer) does not belong in it.
 */
export const relatedWords = `
accessibility a11y wcag screenreader keyboarduser
agent subagent
animate animation transition fade motion gif moving
answer reply respond response
api endpoint sdk
app application
architecture structure design
article blogpost essay post draft
ask question interview interrogate grill
attack exploit vulnerability vulnerable hole weakness
audit review inspect assess examine lookover
automate automation script workflow
book ledger accounting
boss manager leadership executive stakeholder
brainstorm idea ideate thinkthrough concept explore
branch worktree checkout workspace
bug defect error crash broken fault fail failure diagnose debug wrong troubleshoot
build create generate construct
candidate applicant hire recruit
chart graph plot diagram visualize visualization draw
check verify verification validate confirm prove
cleanup tidy tidyup remove prune stale
client customer
comment feedback remark suggestion
commit checkin
company organization business firm
competitor rival competitive
complaint angry upset unhappy
complete done finish finished ready
compliance regulation regulatory gdpr
component widget
contract agreement nda terms
convert transform translate turn
copy text wording microcopy
credential secret password key token
dashboard overview
dataset data table
decide decision choose
delete remove erase wipe zeroize
dependency package library
deploy deployment ship publish release putonline golive pushlive online production live host
develop implement code feature program
docs document documentation readme manual
vocabulary glossary terminology ubiquitous naming
edit revise improve tighten rewrite polish
email mail newsletter
error exception stacktrace
estimate forecast predict projection
evidence proof
example sample
excel spreadsheet xlsx sheet workbook csv
explain understand learn teach lesson tutorial
fast performance slow speed optimize latency lag janky regression slower faster
search locate lookup hunt
fix repair solve mend resolve
form field questionnaire
fuzz fuzzer fuzzing
handoff handover passon nextagent
image picture photo visual
incident outage postmortem wentdown
independent unrelated separate
install setup configure
interface ui frontend
invoice bill overdue unpaid
isolate isolated
issue ticket bug story
jira ticket tracker issue
job position role
law legal lawyer
leave vacation pto holiday
logo brand identity
malware virus trojan
meeting call appointment
memory leak buffer overflow
merge integrate combine conflict
method technique approach
mobile phone ios android
monthend closebook monthclose
often repeatedly
onboard newhire
optimize improve
other variant similar likethis
paid pay payment
parallel concurrent simultaneous sametime atonce
plan breakdown step roadmap schedule
policy rule guideline
poster flyer artwork art canvas
presentation slide deck pitch powerpoint pptx keynote
pr pullrequest mergerequest
problem issue
prototype mockup throwaway
pdf acrobat
remind reminder chase
report summary summarize recap digest
requirement spec specification prd
research investigate study
reviewer review
route navigation page
sale revenue
save keep store
schedule calendar
security secure safe unsafe risky risk
site website web page
social linkedin twitter
standup yesterday
status update progress
style theme color colour font look
suggest recommend
test testing unittest spec
testfirst tdd testdriven redgreen failingtestfirst
think reason
vacation pto
vendor supplier
word docx wordfile worddoc document letter
`;
