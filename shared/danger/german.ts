const want = 'will/möchte/wollte/würde/werde/muss/kann/könnte/mag'
const they =
  'er/sie/mann/freund/freundin/ex/vater/papa/mutter/mama/stiefvater/stiefmutter/bruder/partner/ehemann/frau/onkel/opa/chef'
const pills = 'tabletten/pillen/schlaftabletten/medikamente/schmerztabletten/schlafmittel/antidepressiva'

export const german = `
  ${want} ?einfach/ich/nur ?nur nicht/nimmer mehr leben !in/bei/mit/hier/dort
  nicht mehr leben will/möchte/wollen/kann
  ${want} ?ich/einfach/eigentlich/am/nur ?liebsten/nur sterben !vor/für
  sterben will/möchte/wollen
  mich/sich ?selbst/heute umbringen/töten/erhängen/erschießen/aufhängen
  bringe/bring mich ?heute/jetzt ?nacht/abend um !für
  mich ?heute/jetzt umbringe
  hänge/häng/erhänge/erschieße mich ?auf .
  selbstmord/selbstmordgedanken/selbstmordversuch
  suizid/suizide/suizidal/suizidale/suizidalen/suizidgedanken/suizidversuch
  selbst umbringen
  das leben nehmen
  nehme/nehm mir das leben
  mein leben beenden
  leben ein ende
  dem/allem ganzen ein/ende ?ende setzen/machen
  schluss mit allem
  mit allem schluss
  will/möchte/wünsche/wünschte dass/das alles/es ?endlich vorbei/aufhört
  kein/keinen/ohne lebenswillen
  keine/ohne kraft ?mehr zu/zum leben/weiterleben
  kein/keinen sinn ?mehr ?weiter zu leben !in/bei
  leben ?macht/hat ?für ?mich keinen sinn
  nicht ?mehr lebenswert
  ohne mich wäre/wären/wärt/geht/ginge ?es ?für ?alle/allen/ihr/sie/euch ?alle besser/leichter/einfacher
  alle/euch besser ?dran ohne mich
  lieber/liebsten ?ich wäre/wär/tot ?ich/tot ?tot !als/umfallen
  wäre/wär lieber/liebsten/besser tot
  wünschte/wollte/wünsche/wenn ich wäre/wär tot
  nie geboren
  kann/will/mag ?so ?einfach nicht/nimmer ?mehr weiterleben
  halte/halt ?das/mein/dieses leben nicht ?mehr aus
  ritze/ritz/ritzen mich
  mich ?wieder ritzen/geritzt
  mich ?wieder/oft selbst ?zu verletzt/verletze/verletzen
  verletze mich ?wieder selbst
  selbstverletzung/selbstverletzungen/selbstverletzend/selbstverletzendes
  schneide/schneid mich ?wieder/selbst .
  mir die pulsadern/adern
  pulsadern
  alle ?meine/die ${pills} genommen/geschluckt/nehmen
  zu viele/viel ?von ?den/meinen ${pills}
  packung/schachtel/flasche/dose ${pills}
  überdosis
  strick gekauft/besorgt/gefunden
  ein/einen/das/den seil gekauft/besorgt
  von/vom der/einer/dem/einem ?nächsten brücke/dach/balkon/hochhaus springen/stürzen
  springe/spring/springen ?heute/jetzt von/vom/vor der/einer/dem/einem/den ?nächsten brücke/dach/balkon/hochhaus/zug
  vor/unter den/einen/die/nächsten ?nächsten zug/bahn/auto/lkw ?zu werfen/werfe/springen/legen/stellen
  mich vor/unter den/einen zug
  abschiedsbrief/abschiedsbriefe
  lebensmüde
  ${they} ?hat/schlägt/verprügelt/würgt/missbraucht/vergewaltigt/tritt/bedroht mich ?wieder/immer ?wieder geschlagen/verprügelt/gewürgt/missbraucht/vergewaltigt/getreten/bedroht !im/beim/in/mit
  ${they} schlägt/verprügelt/prügelt/würgt/missbraucht/vergewaltigt/bedroht mich !immer/im/beim/in/um/vor
  schlägt mich wenn/wieder/jeden/ständig/und
  vergewaltigt/vergewaltigung/missbraucht
  vater/stiefvater/onkel/bruder/opa/trainer/lehrer fasst/begrapscht mich ?nachts an !der
  mich gewürgt
  droht/gedroht/drohte ?mir ?damit mich umzubringen/zu/töten ?töten
  angst nach hause
  angst ?davor ?nach heim/heimzugehen
  angst um mein leben
  zu/zuhause hause/nicht ?nicht sicher !angekommen
  bin/sind ?wir ?hier in gefahr
  will/möchte/werde ?ich nicht mehr aufwachen/wachen !so
  nicht mehr aufwachen/aufwache !so
  morgen ?früh nicht/nie ?mehr auf ?wache .
  wache ?ich ?morgen ?früh nicht/nie mehr auf
  ${want} ?ich ?einfach nicht mehr da/existieren/hier ?sein
  nicht mehr existieren
  niemand/keiner würde/wird ?mich/es ?mich vermissen/merken/bemerken
  weg von dieser welt
  von dieser welt weg/verschwinden
  will/möchte .. für immer weg/verschwinden/einschlafen
  ${want} ?ich ihn/sie/jemanden/meinen/meine ?mann/vater/chef/mutter umbringen/töten/erstechen/abstechen
  ich will nicht mehr .
  kann ?einfach nicht mehr .
  mich umzubringen/aufzuhängen/ritzen
  droht/gedroht mir ?mit mord
  schlägt .. und mich
  10/15/20/25/30/40/50/zehn/zwanzig/dreißig/vierzig ${pills} genommen/geschluckt
  leben ist ?so ?doch sinnlos
  nicht mehr auf dieser/der welt sein
  keine kraft mehr zum leben
  keine lust mehr zu leben !in/bei
  lust zu leben verloren
  will/möchte ?einfach ?nur tot sein
  kein/keinen grund ?mehr ?weiter zu/zum leben/weiterleben !in/bei/mit/hier/dort
  mir ?selbst etwas/was antun/anzutun/antue
  tue/tu/täte ?ich mir ?selbst etwas/was an
  will/möchte ?ich mich ?wieder ?selbst verletzen
  schluss ?machen mit meinem/dem/diesem leben
  mit meinem/dem/diesem leben schluss
  besser/leichter/einfacher .. wenn ich nicht mehr da/hier/bin/wäre/lebe
  will/möchte ?ich ?einfach ?nur verschwinden für immer
`
