/** Words that say nothing about a skill's purpose, and words that every catalog line contains. */
export const commonWords = `
a about after again ain all already also always am an and another any anyone anything are aren as at back be been before being both but by
came can cannot could couldn d did didn do does doesn doing don done each either else etc even ever every everything few fine file files
find first for found from get gets getting give given go goes going gone good got great had has hasn have haven having he hello help
helped helps her here hey hi him his how i if in instead into is isn it its just keep know last late lately let like ll look lot m made
make many may maybe me might mine more most much must my need needs never new night no nope not nothing now of off ok okay on once one
only or other our out over own perfect please put re really right s same say see shall she should show since skill skills so some somebody
someone something soon still such t take tell than thank thanks that the their them then there these they thing things this those
thought through time to today tomorrow tonight too try twice two up us use used user users using ve very want wants was way we week well
went were what when where whether which while who whole whose why will with within without won work works would wouldn yes yesterday yet
you your yours touch touching touched deal left stay stays stayed notice happen happens happened
monday tuesday wednesday thursday friday saturday sunday weekend
`;

/**
 * Related words, one group a line: words that people use for the same thing, in the fields that skills are written for.
 * Two words written as one (`pushlive`) stand for the two in sequence. A group is about one thing: words that merely
 * occur together (invoice, customer) do not belong in one.
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
deploy deployment ship publish release putonline golive pushlive sitelive online production live host
develop implement code feature program
docs document documentation readme manual
vocabulary glossary terminology ubiquitous naming
edit revise improve tighten rewrite polish
email mail newsletter
error exception stacktrace
estimate forecast predict projection
evidence proof
excel spreadsheet xlsx sheet workbook csv
explain understand learn teach lesson tutorial
fast performance slow speed optimize latency lag janky regression slower faster
search locate lookup hunt
fix repair solve mend resolve
form field questionnaire
fuzz fuzzer fuzzing
handoff handover passon nextagent
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
poster flyer leaflet brochure banner cover canvas
presentation slide deck pitch powerpoint pptx keynote lecture talk
pr pullrequest mergerequest
prototype mockup throwaway
pdf acrobat
remind reminder chase
report summary summarize recap digest
requirement spec specification prd rfc proposal
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
vendor supplier
word docx wordfile worddoc document letter
addressbook contact crm
ad advert advertisement advertising campaign promotion
allofus everyone everybody group team together colleague teammate coworker
announce announcement tell inform update
apk android
attach connect link hook integrate integration
backend server
background async queue worker
balance cashflow cash flow
bargain discount coupon promotion
billing bill payment pay checkout card subscription charge
blind screenreader accessibility accessible disabled
blockchain crypto onchain smartcontract solidity ethereum
blood gene genome genetic dna sequencing
breach leak hack hacker break breakin attacker attack exploit
browse browser click clickthrough page playwright
calendar agenda appointment availability free
call phone voice dial
certain sure confirm verify evidence prove claim
chat conversation message messaging dm
checklist todo task tasks
circle loop diagram flow flowchart
clear clean cleanup tidy
colour color palette hue
compare versus difference diff differ
container docker image pod
cost price pricing expensive cheap spend spending
country region place location map geographic geospatial cartographic
course lesson class tutorial
cron schedule scheduled recurring nightly night daily hourly everynight everyday
customer buyer shopper user
daily briefing brief
data record records entries
database db sql postgres mysql table schema query
dead unused stale obsolete old legacy outdated uptodate modern modernize
debt borrower credit loan bond rating
disease illness condition clinical medical patient
doctor medical health healthcare clinical
domain dns url hostname
drive folder files storage upload
drug medicine compound molecule chemical
duplicate copy double dedupe
earn earnings revenue profit income sales
email mail inbox gmail outlook letter message
employee staff worker people hr
encrypt encryption cryptography cryptographic cipher crypto
endpoint route webhook callback
environment env variable config setting settings configuration
experiment hypothesis trial study
express quickly fast quick speed
face avatar talking presenter
failing failed failure broken red crash crashing
figure number statistic statistics metric kpi analytics
folder directory
fund investment investor portfolio stock share equity invest
game play player level sprite phaser unity platformer pixel
glossary dictionary term
graph network node link relation
guess infer leak sidechannel timing
heap memory leak ram
hide secret private
host hosting deploy site domain
iphone ios ipad swift swiftui apple mac macos
instagram facebook tiktok social socialmedia post
instance variant occurrence place elsewhere otherplace
internal company organization employee
internet web online public opensource publish
interview talk discuss conversation question
keyboard shortcut mouse
language translate translation localize spanish german french
law court case litigation lawsuit
legacy old migrate upgrade port
level severity priority urgent urgency
list sort order rank prioritize triage
login signin authenticate authentication auth account password identity
logs log trace tracing observability monitoring monitor telemetry
machine vm droplet instance server
market competitor competition industry sector peer
meet meeting schedule call join zoom
merge pullrequest pr branch
minutes notes transcript transcription recap
mirror copy sync synchronize
mistake bug error wrong flaw
money finance financial cash budget
mood tone voice style
mutate mutation mutant
narrate narration voiceover speech spoken audio sound
newsletter subscription unsubscribe mailinglist
notification alert notify ping
offer proposal quote
order purchase checkout cart shop store commerce ecommerce
organise organize sort arrange tidy triage
package bundle ship release
paper article publication literature preprint journal
parser parse format protocol
past history earlier previous log
patch fix update
pick choose decide select choice
picture image photo visual resize scale crop
plan outline steps breakdown breakup split
poll survey questionnaire
private confidential secret sensitive
problem bug issue defect trouble
product feature item
project repository repo codebase
promise guarantee sla
protein structure fold folding sequence peptide
question faq answer ask
read open extract parse
receipt invoice expense
record recording transcript capture
refuse block deny
regular recurring repeat
remark comment feedback note review
render renderer draw rendering
resize scale size dimension
responsive mobile phone
restart crash reboot
result outcome finding
review lookover check inspect proofread
rollback revert undo restore recover
rule detection pattern signature
sample specimen example
scan scanner scanning
scanned scan ocr
science scientific research scientist
screen page view ui
screenshot capture image
share send distribute public
shop store shopify merchant ecommerce storefront
sidebyside compare comparison
simple simplify easier
sms textmessage text textmy textme textour textthem whatsapp message
split break breakdown separate divide
spreadsheet sheet column formula cell total tracker category
stop cancel end
strange weird odd unexpected flaky intermittent
stuck blocked obstacle hang
student teacher school class
summary summarize overview digest
survey assessment questionnaire profile
teach instruct skill
team channel slack teams
template boilerplate scaffold starter
throw random input fuzz
ticket task backlog issue
tool command cli terminal
track tracker progress follow
traffic visitor egress bandwidth network transfer
try experiment isolate sandbox prototype
unit dimension measure
valuation value worth dcf discounted multiple
video clip film movie avatar recording
watch monitor observe
website landing page homepage site
whitepaper paper spec specification documentation
wiki knowledge notion confluence
ai llm model assistant chatbot bot
talk interact communicate connect integrate external
execute carryout implement build
hole weakness security vulnerability
sendout send traffic egress
design style look appearance pretty beautiful nice nicer prettier attractive
gantt timeline
fill complete populate enter
clip video film movie footage
flow pipeline workflow process
sum total add
webgl threejs
clash collide conflict overlap
google bing ranking seo
anywhere everywhere elsewhere variant
slow sluggish stutter janky performance smooth
bill overdue late invoice owe
look appearance visual aesthetic style typography
generic templated bland boring default
website frontend webapp ui
artifact widget calculator webapp interactive
signup login register form
maintain maintainer unmaintained abandon upstream
noise falsepositive falsealarm spurious
opensource public foreveryone
agenda brief myplate myday todayplan
subscription recurring everymonth monthly
concept idea rough
greet welcome onboard
logo icon illustration image
rename reorganize refactor restructure
timeline roadmap gantt
hire recruit job candidate resume cv
travel trip booking
deadline due overdue
leftover unused dead
slow latency profiling profile
upload attach import
download export
crash stacktrace exception sentry
contract smartcontract token
cover coverage untested uncovered
handle catch exception
guideline checklist readiness
weak risky insecure dangerous unsafe
dangerous risk attack exploit
`;
