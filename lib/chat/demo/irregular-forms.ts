/**
 * Irregular English words with their other forms, one word a line. Forms that are also words of their own (saw, left)
 * are left out.
 */
export const irregularForms = `
begin began begun
break broke broken
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
deal dealt
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feed fed
fight fought
fly flew flown
forget forgot forgotten
freeze froze frozen
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
lead led
learn learnt
lend lent
lose lost
meet met
pay paid
ride rode ridden
ring rang rung
rise rose risen
run ran
seek sought
sell sold
send sent
shake shook shaken
shrink shrank shrunk
sing sang sung
sink sank sunk
sleep slept
speak spoke spoken
spell spelt
spend spent
steal stole stolen
stick stuck
sweep swept
swim swam swum
teach taught
tear tore torn
throw threw thrown
understand understood
wake woke woken
wear wore worn
win won
write wrote written
child children
criterion criteria
index indices
matrix matrices
`;
