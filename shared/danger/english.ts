const want =
  'want/wants/wanted/wanna/wish/wishing/going/gonna/ready/rather/plan/planning/try/tried/trying/need/thinking/thought/think/like/might/should/gotta'
const dontWant = 'dont/not/longer ?really want/wanna/wish ?to ?really'
const they =
  'he/hes/she/shes/they/who/somebody/someone/dad/daddy/mom/mum/father/mother/stepdad/stepfather/stepmom/brother/husband/wife/boyfriend/bf/girlfriend/partner/ex/uncle/boss/man/guy/parents'
const pills =
  'pills/pill/tablets/meds/medication/medicine/painkillers/antidepressants/paracetamol/tylenol/xanax'

export const english = `
  suicide/suicidal/suicides/sucide/suiside/suicidality !squad/mission/bomber/bombers/burger
  kill/killing/killed/kills myself/himself/herself/themselves !laughing
  kill/killing my self !laughing
  ${want} ?to kms/unalive
  unalive myself
  end/ending/ended/take/taking/took my ?own life !back/in/seriously/savings/to/and/for
  end/ending it all
  feel/feeling/felt like ending it/things/everything !with
  want/wanna/going/gonna ?to end it/things/everything !with/on/there/here/by/in/up
  day/night/tonight i end it
  ${want} ?to ?just ?really die/dying !laughing/of/from/for/my/the
  ${want} ?to be dead !than
  rather die !than
  ${want} ?to ?just ?really disappear forever/for
  ${want} to never wake up
  hope/hoping/wish/wished/pray i dont/didnt/wouldnt/wont/never/do/would/will ?not wake up !late/early/at/before/in
  wish/wished i was/were/am dead
  wish/wished i/id ?had/was/were never ?been born/existed
  wish i could/would/had ?just die/died
  better off dead
  better off without me
  better off if i was/were/wasnt/werent/am dead/gone/not/here/around
  happier/better/easier ?off if i was/were/wasnt/werent dead/gone/not/here/around
  happier without me
  ${dontWant} live !in/with/here/there/at/on/near/by/alone/together/out/under/off/next
  ${dontWant} live in this world/body
  ${dontWant} be alive
  ${dontWant} exist
  ${dontWant} wake up !early/late/at/so/before/with/in
  ${dontWant} be here any/anymore/longer
  ${dontWant} go on any/anymore/like/living/longer
  ${dontWant} go on .
  want to not exist/live
  stop existing
  cease to exist
  dont deserve to live
  no/any reason ?left ?for ?me to live
  no/any reason ?left to go on
  no/any reason ?left to stay alive
  nothing ?left/more to live for
  no/any/whats/what/see ?is ?the point ?in/of/to ?my living/life/live/existing !in/with/there/near
  no/any/whats/what ?is ?the point ?in/of going on
  life isnt/not/aint/doesnt/no ?seem ?feel ?longer worth
  life is not/no ?longer worth
  not/isnt worth living
  cant/cannot ?not do/take this/it anymore/any/longer
  cant/cannot go on any/anymore/like/living/longer
  cant/cannot live like this
  cant/cannot keep living !in/out/with/on/at/alone/here/near
  cant/cannot live anymore
  can not go on/do any/anymore/this/longer
  can not live like/anymore
  dont see a/any future for me
  out of this life
  nobody/noone/one would/will ?even ?ever miss/notice
  done with life/living
  tired/sick/exhausted of life/living/existing !in/out/with/on/at/alone/here/near
  tired of being alive
  think/thinking/thought/thoughts about/of dying/death/ending
  want/need it/this/everything all to end/stop
  want/need everything to end/stop
  hang/hanging/hanged myself
  shoot/stab/drown/poison/suffocate/strangle myself !in
  myself in the head/mouth/chest
  use it on myself
  gun to my head
  hurt/hurting/hurts/harm/harming/harmed/cut/cutting/burn/burned/burnt/burning/starving myself !some/shaving/off/a/on/while/at/cooking/free/chopping/playing/running/slicing
  cut/cutting my self
  self harm/harming/harmed/injury/injuring
  selfharm/selfharmed/selfharming
  been/started/am/im cutting again
  cut/cutting/slit/slitting/slash/slashed my ?own wrist/wrists/arms/thighs/veins
  overdose/overdosed/overdosing/overdoses/od
  took/taken/take/taking/swallowed/swallow/ate/downed all ?of ?my/the/these/those ?sleeping ${pills} !on/with/as
  whole/entire/full bottle/box/pack/packet/strip of ?my/the/sleeping ${pills}
  took/taken/take/taking/swallowed too many/much ?of ?my/the ?sleeping ${pills}
  took/taken/take/taking/swallowed a/some bunch/handful/lot/load/bottle/ton of ?my/the/sleeping ${pills}
  stockpiled/stockpiling/hoarding/hoarded/saved ?up ?my ${pills}
  bought/buy/buying/got/have/ordered/found a/the/some rope !ladder/for/swing/toy/course/bridge/that/to
  noose
  jump/jumping/jumped/myself off/from/out/under ?of a/the/my/this bridge/roof/building/balcony/window/train/cliff
  jump/jumping/step/stepping/throw/throwing/myself in front of a/the/an train/car/bus/truck/lorry/oncoming
  walk/walking into traffic
  goodbye letter/letters/note/notes
  drank/drink/drinking/swallowed bleach/antifreeze/poison
  ${they} ?is/was/has/have/keeps/would/just/sometimes/always/still ?just/sometimes/always/been hits/hit/hitting/beats/beat/beating/slaps/slapped/punches/punched/kicks/kicked/chokes/choked/choking/strangles/strangled/strangling me !at/in/to/by/up/with/on/off/down
  beats/beat/hits/hit me with a/his/her/the belt/fist/fists/stick/hand/hands/bottle/cable
  ${they} ?is/was/has/keeps rapes/raped/raping/abuses/abused/abusing/molests/molested/molesting/assaults/assaulted/assaulting me
  dad/father/stepdad/stepfather/uncle/brother/grandpa/grandfather/teacher/coach/priest touches/touched/touching me
  ${they} hurts/hurting me
  forced/forces/forcing me ?to ?have ?into sex/it/himself
  raped/molested/strangled
  sexually assaulted/abused
  threatens/threatened/threatening/threaten ?to kill/hurt/me/beat
  afraid/scared/fear/terrified/think ?that he/she/they/hes/shes .. kill/hurt me
  locks/locked me in/inside
  am/im/are/were not safe
  am/im/are/were ?so unsafe
  am/im/are/were in danger
  dont/not feel safe at/with home/him/her/my
  afraid/scared/terrified/fear for my life
  afraid/scared/terrified ?to ?of go/going/come/coming home
  ${want} ?to kill/murder/stab/shoot/strangle him/her/them/someone/somebody/people/everyone/my
  hate myself and want/i to/want ?to cut/die
  want to cut .
  world would be better/happier without
  drive/drove/driven/driving off the/a road/bridge/cliff
  cant/cannot live with this/the pain/guilt
  swallowed/took/taken ?like ?about 10/15/20/25/30/40/50/60/100/twenty/thirty/forty/fifty ${pills}
  nobody/noone/one would/will/d ?even care/cry ?if/when i/if die/died/was/were
  pushed/pushes/threw/throws me down/against the/a stairs/wall
  unsafe with/at/around home/my/him/her
  standing on the/a bridge/roof/ledge/edge
  my last message/words/text/night/goodbye
  goodbye everyone/world/cruel
`
