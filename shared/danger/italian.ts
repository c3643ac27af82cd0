const want =
  'voglio/vorrei/volevo/penso/pensato/pensando/sto/vado/desidero/preferirei/tentato/provato/potrei/devo'
const they =
  'marito/moglie/ragazzo/ragazza/fidanzato/fidanzata/compagno/compagna/ex/padre/papà/madre/mamma/patrigno/matrigna/fratello/zio/nonno/capo/lui/lei'
const pills = 'pillole/pastiglie/compresse/medicine/farmaci/sonniferi/medicinali/psicofarmaci/antidepressivi'

export const italian = `
  voglio/vorrei/volevo/desidero/preferirei/penso/vado ?solo/solamente/soltanto/di/a morire !dal/dalle/dalla/di
  voglia di morire
  non/nn voglio/vorrei ?più vivere !a/in/con/qui/lì/là/vicino/lontano/da/sola/solo/insieme
  non/nn ho ?più/nessuna voglia di vivere !a/in/con
  ${want} ?di/a uccidermi/ammazzarmi/suicidarmi/impiccarmi !di/dal/in
  uccidermi/ammazzarmi/suicidarmi/impiccarmi !di/dal
  mi voglio/vorrei/devo uccidere/ammazzare/impiccare/suicidare !di/dal
  mi ammazzo/uccido/impicco/suicido !di/dal/dalle/in
  al/il/di/un suicidio
  suicidarsi
  pensieri/idee/istinti/tendenze suicida/suicide/suicidi
  togliermi/togliersi la vita
  mi tolgo la vita
  farla finita !con
  farla finita con tutto
  farla finita con la vita
  la faccio finita !con
  fine alla mia vita
  essere morto/morta !di/dal
  mai nato/nata
  mai essere nato/nata
  non/nn svegliarmi domani/più
  non/nn voglio ?più svegliarmi !presto/tardi/alle/con/prima/al/domani
  sparire/scomparire/dormire per sempre
  non/nn voglio ?più esistere
  smettere/smesso di esistere/vivere !a/in/con
  vita non/nn ?mi ha ?più ?alcun/nessun senso
  non/nn vale la pena ?di vivere !a/in/qui
  che senso ha ?continuare ?a vivere !a/in/qui
  che senso ha la ?mia vita
  non/nn ho ?più/nessun/alcun ?più motivo/motivi/ragione/ragioni di/per vivere
  meglio senza di me
  mancherei se/a morissi/nessuno
  stanco/stanca/stufo/stufa di vivere !tra/in/a/con
  stanco/stanca/stufo/stufa della ?mia vita
  non/nn ce la faccio ?più a vivere !a/in/con
  non/nn sopporto/reggo più ?di/la/questa/a vita/vivere
  mi taglio .
  mi taglio le/i vene/braccia/polsi/gambe
  mi sono tagliato/tagliata ?di ?nuovo/ancora le/i vene/braccia/polsi/gambe
  mi sono tagliato/tagliata di nuovo
  mi sono tagliato/tagliata ancora
  tagliarmi le/i vene/braccia/polsi
  farmi del male
  mi faccio del male
  mi sono fatto/fatta del male
  autolesionismo/autolesione/autolesioni/autolesionista
  sono autolesionata/autolesionato
  preso/prendo/ingoiato/mandato/prendere tutte/tutti le/i/quelle ?mie/miei ${pills} !con/alle/in
  preso/ingoiato/bevuto un/una/tutto/tutta ?il/la flacone/scatola/boccetta/confezione/blister
  preso/ingoiato troppe/troppi/tante/tanti ${pills}
  in/un overdose
  comprato/compro/comprare/trovato una/la corda/fune !per/da/di/elastica
  mi butto/getto/lancio dal/dalla/da/sotto/giù ?un/una/il/dal ponte/finestra/balcone/tetto/treno/metro
  buttarmi/gettarmi/lanciarmi dal/dalla/da/sotto/giù/sui ?un/una/il/dal ponte/finestra/balcone/tetto/treno/metro/binari
  lettera/lettere/biglietto daddio/addio
  ${they} mi picchia/picchiava/maltratta/mena/violenta/stupra/strangola/strozza
  ${they} mi ha picchiato/picchiata/violentato/violentata/stuprato/stuprata/strangolato/strangolata/menato/menata
  mi picchia/picchiano/maltratta/maltrattano
  mi mena/menano !il/a/per
  mi ha/hanno picchiato/picchiata/violentato/violentata/stuprato/stuprata/strangolato/strangolata
  stata/stato violentata/violentato/stuprata/stuprato/abusata/picchiata
  abusa/abusato/abusava di me
  patrigno/padre/zio/nonno/fratello/lui mi tocca
  mi tocca di notte
  minaccia/minacciato/minacciata/minacciava di uccidermi/morte/ammazzarmi/picchiarmi
  paura di/a tornare/andare/stare/rientrare a casa
  temo per la mia vita
  paura per la mia vita
  sono/siamo in pericolo
  non/nn sono/mi ?sento al sicuro/sicura ?a/in/con casa/lui
  non/nn mi sento al/sicura sicuro/a ?a casa
  lo/la/li voglio/vorrei uccidere/ammazzare/accoltellare
  voglio/vorrei ucciderlo/ucciderla/ammazzarlo/ammazzarla
  voglio/vorrei uccidere/ammazzare qualcuno/mio/mia/tutti
  non/nn voglio ?più stare al mondo
  e non svegliarmi ?mai più
  non/nn ho ?più la forza di vivere
  10/15/20/25/30/40/50/dieci/venti/trenta/quaranta ${pills}
  nessuno sentirebbe/noterebbe/piangerebbe
  meglio morire/morto/morta !di/dal
  sotto al/a/il/un treno/metro
  penso ?spesso ?sempre alla morte
  mi taglio ogni giorno/notte/sera
`
