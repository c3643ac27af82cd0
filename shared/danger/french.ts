const want =
  'veux/veut/voudrais/vais/envie/voulais/pense/penser/pensais/préfère/préférerais/aimerais/jaimerais/essayé/tenté/compte/prête/prêt/jveux/jvais'
const they =
  'il/elle/mari/copain/copine/conjoint/compagnon/mec/ex/père/papa/mère/maman/frère/oncle/chef/femme'
const pills = 'médicaments/médocs/cachets/somnifères/comprimés/pilules/antidépresseurs/anxiolytiques'

export const french = `
  ${want} ?de/à/juste/vraiment/simplement mourir !de/pour
  envie/veux/marre ?de crever !de/la
  veux/veut/voudrais/jveux plus vivre !à/en/avec/chez/dans/ici/là/seule/seul/ensemble
  plus envie/goût ?de ?à ?la vivre/vie !à/en/avec/chez/dans/ici
  ${want} ?à/de ?juste me tuer/suicider/pendre/noyer/flinguer/foutre !au/le/à
  au/le/de/du suicide
  suicider/suicidaire/suicidaires
  en finir avec la/ma vie
  veux/voudrais/vais/jveux en finir !avec/pour
  envie/essayé den finir !avec/pour
  fin à mes/ma jours/vie
  voudrais/aimerais/jaimerais/préférerais/préfère être mort/morte !de/que
  mieux ?si ?être mort/morte .
  jamais être/existé né/née
  jamais né/née
  ne ?plus/pas me réveiller !tôt/tard/à/si/trop/avec/avant
  ne plus/pas/jamais ?plus me réveiller .
  plus me réveiller
  disparaître/partir pour toujours
  veux/voudrais/jveux plus exister
  dexister
  vie ?na/a ?ne/plus plus/aucun/pas ?de/aucun sens
  vie ?ne vaut pas/plus
  vaut pas/plus la/le peine/coup ?de/dêtre vivre/vécue/vécu
  à quoi bon ?continuer ?à vivre
  aucune/plus/pas ?de raison de/pour ?continuer ?à vivre !à/ici/en
  serait/seraient/sera/seront/irait/iraient ?tous/bien mieux sans moi
  mieux sans moi
  personne ne/me me/regretterait regretterait/pleurerait/manquera/remarquerait
  fatigué/fatiguée/marre/lasse/las/bol de ?la vivre/vie !à/dans/avec/chez/en/entre
  peux/supporte plus ?de ?la/cette/ma vivre/vie !à/dans/avec/chez/en
  scarifie/scarifié/scarifier/scarification/scarifications
  automutile/automutiler/automutilation
  me/mes suis/coupe/coupé ?encore ?coupé/coupée les/mes/le bras/veines/poignets/cuisses
  me coupe .
  me fais/fait/faire/suis ?encore ?fait du mal
  ouvert les veines
  ouvrir les veines
  pris/avalé tous/toutes/toute mes/les/ses/la ?boîte ?de ${pills} !à/avec/pour
  avalé/pris ?toute la/une boîte/plaquette/tablette ?entière de/entière
  pris/avalé trop de ${pills}
  une/fait overdose
  surdose
  acheté/achète/acheter/trouvé une/la/de corde !à/de/des*/pour
  me pendre
  jeter/jette/jeté/balancer sous/par/du/dans/devant/de ?un/une/le/la/les train/métro/fenêtre/pont/balcon/vide/toit/rails/camion
  sauter/sauté/saute du/dun/par/de ?un/la/le/cette pont/balcon/toit/fenêtre/immeuble
  lettre/lettres/mot dadieu/dadieux/adieu
  ${they} ?ma/mas frappé/frappée/étranglé/étranglée/violé/violée/tabassé/tabassée/cogné/cognée
  ${they} me frappe/cogne/tabasse/maltraite/viole/étrangle/violente !par
  il/elle/mari/père/copain/mère/conjoint me bat !aux/au/à/toujours/en/dans
  il/elle/mari/père/copain/mère/conjoint me bat ?toujours quand/si/tous/souvent
  il/elle/mari/père/copain/mère/conjoint me tape !sur
  été violé/violée/abusé/abusée/agressé/agressée/frappée/battue
  ma violée/étranglée/tabassée
  abuse/abusé/abuser de moi !même
  me touche la/le/chaque/quand nuit/soir/je
  menace/menacé/menaçait/menacée ?de me/mort tuer/frapper/battre
  menace/menacé/menacée/menaces de mort
  peur de rentrer/retourner/revenir/aller ?à/chez moi/la/lui ?maison
  peur pour ma vie
  suis/sommes/est en danger
  pas/plus en sécurité ?chez/à/avec moi/la/lui
  veux/vais/voudrais le/la/les tuer/buter/planter/poignarder
  ${want} tuer quelquun/mon/ma/tout
  que tout sarrête
  vais/veux/voudrais avaler/prendre tous/toute/toutes mes/les/la ?boîte ?de ${pills}
  perdu la/lenvie ?force ?de vivre
  plus la force de vivre
  plus le courage de vivre
  tailler/couper/trancher les veines
  autant mourir
  poids pour tout/tous/ma/les
  tirer une balle
  veux/voudrais/jveux plus être là
  jveux crever !la/de
  mec/copain/mari/père me tape !sur
  plus la force de continuer
  il me frappe quand/si/tous/souvent/encore
`
