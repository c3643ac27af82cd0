/**
 * What intentions.ts reads of each language: sources of patterns, without their outer word boundaries. From `markers` on, `#`s
 * stand in the place of a day that was found, and `@`s in that of a marker.
 */
export type IntentionWords = {
  /** Monday first, without what may follow, such as `-feira`. */
  weekdays: string[]
  months: string[]
  /** One to 31. */
  cardinals: string[]
  /** First to 31st. */
  ordinals: string[]
  tomorrow: string
  dayAfterTomorrow: string
  /** {n} is a number. */
  inDays: string
  inWeeks: string
  nextWeek: string
  /** {d} is the number of a day, {m} the name of a month. */
  dates: string[]
  /** A day of this or the next month, such as "the 3rd". */
  dayOfMonth: string
  /** What may stand before a day and belongs to it, and what may follow. */
  before: string
  after: string
  /** With one of these before or after it a day is past, a habit, a beginning or an end. */
  noDayBefore: string
  noDayAfter: string
  /** In the place of a day it says that something is usual, such as "mondays". */
  habits: string
  /** First-person intentions. */
  markers: string
  /** A marker too, though it has a negation. */
  mustNotForget: string
  /** The first person of the present tense, in a clause with a day. */
  present?: string
  /** A verb in that person at the beginning of a clause, in languages that leave the pronoun out. */
  presentAtStart?: string
  /** Before the day that ends a sentence, an intention without a subject: "Call my sister on Tuesday." */
  toDo?: string
  /** The whole of a sentence that tells of no danger whatever the score says. */
  harmless?: string
  /** What may stand before that verb. */
  leads?: string
  /** In a clause it is no intention of the speaker that is certain. */
  not: string
  /** At the beginning of a sentence, without a question mark. */
  questions: string
  /** A sentence with one is about what may be. */
  conditions: string
  /** What begins another clause; those of `and` go on with the same subject. */
  and: string
  clauses: string
  /** Subjects and verbs of somebody else, or of something. */
  others: string
}

const list = (text: string) => text.trim().split(/\s+/)
const spaced = (text: string) => list(text).map((word) => word.replaceAll('_', '[\\s-]'))

const people =
  'sister|brother|mum|mom|mother|dad|father|parents|gran|grandma|grandpa|grandmother|grandfather|aunt|uncle|cousin|niece|nephew|son|daughter|children|kids|wife|husband|partner|girlfriend|boyfriend|friends?|boss|colleague|neighbou?r|landlord|landlady|teacher|doctor|dentist|therapist|coach'
const kin = `(?:my|our|the) (?:older |younger |big |little |best |old )?(?:${people})`
const contacts = 'call|phone|ring|text|email|write to|talk to|speak to|visit|see|meet|thank|invite'

const en: IntentionWords = {
  weekdays: list('monday tuesday wednesday thursday friday saturday sunday'),
  months: list(
    'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?',
  ),
  cardinals: list(
    'one|a two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  ),
  ordinals: spaced(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty_first twenty_second twenty_third twenty_fourth twenty_fifth twenty_sixth twenty_seventh twenty_eighth twenty_ninth thirtieth thirty_first',
  ),
  tomorrow: 'tomorrow',
  dayAfterTomorrow: '(?:the )?day after tomorrow',
  inDays: "in {n} days?(?:'s? time)?",
  inWeeks: "in {n} weeks?(?:'s? time)?",
  nextWeek: 'next week',
  dates: ['(?:the )?{d}(?:st|nd|rd|th)?(?: of)? {m}', '{m}(?: the)? {d}(?:st|nd|rd|th)?'],
  dayOfMonth: 'on the {d}(?:st|nd|rd|th)',
  before: 'on|by|this|next|coming|the|early|first thing|then',
  after: 'mornings?|afternoon|evening|night|at noon|after work|in the (?:morning|afternoon|evening)',
  noDayBefore:
    'last|past|since|until|till|til|from|after|before|every|each|than|about|for|of|to|like|most|previous|yesterday|starting|usually|always|ago',
  noDayAfter: "is|was|were|will be|'s|'ll be|would|off|onwards?|on(?= |$)",
  habits: '(?:mon|tues|wednes|thurs|fri|satur|sun)days',
  markers:
    "(?:i|we)(?: really| just| still| also| definitely| probably| finally| actually)?(?:'ll| will| shall| must| should| need to| have to| want to| wanna| gotta|'ve got to| have got to| got to|'d like to| would like to| plan to| intend to| mean to| ought to|'d better|'m gonna|'re gonna|'m going to|'re going to| am going to| are going to|'m planning to|'re planning to|'m supposed to|'m meant to|'m determined to|'m hoping to)(?: really| just| still| also| finally)?(?: have to| need to| want to)?|(?:i|we) (?:really |still |also )?(?:have|need|want|plan|intend|ought|got) to|i(?:'ve| have)? (?:promised|decided|agreed|arranged|planned|vowed|swore)(?: [\\p{L}']+){0,3}? (?:to|i'd|i would|i'll)|(?:my|the) plan(?: for #+)? is to|let me|remind me to",
  mustNotForget:
    "(?:i (?:must(?:n't| not)|can't|cannot|should(?:n't| not)|better not) forget(?: to)?|don't let me forget(?: to)?|don't forget to remind me(?: to)?|remind me(?: #+)? not to forget(?: to)?)",
  present:
    "i(?:'m| am)(?: also| finally| really)? (?!going to bed|feeling|thinking|dreading|looking|hoping|wondering|expecting|getting (?:nervous|anxious|worried|old|tired)|being|worrying|wishing|longing|counting|trying|dying|having (?:a hard|trouble|doubts))[\\p{L}]{2,}ing|i (?:fly|leave|start|begin|travel|move)",
  toDo: `(?:(?:call|phone|ring|text|email|visit|thank|invite) (?:${kin}|the \\p{L}+)|(?:(?:bake|book|buy|clean|collect|cook|finish|fix|pack|pay|pick up|renew|return|wash|water) (?:my|our|the|an?|some)|buy(?! nothing)) \\p{L}+(?: for (?:(?:my|our|the) )?\\p{L}+)?)`,
  harmless: `(?:(?:yes|so|well|okay|ok|also|then|i think|i guess)[ ,]+)*(?:#+,? )?(?:@+ )?(?:${contacts}) ${kin}(?: #+| for (?:lunch|dinner|coffee|tea)| back)*`,
  not: "not|[\\p{L}]+n't|cannot|never|no longer|nobody|none|neither|nor|maybe|perhaps|might|possibly|was|were|went|called|used to|wish|wished|usually|always|often|sometimes|every (?:day|week|month|morning|evening|night)|each (?:day|week|morning)|suppose i|talk to you|tell you|see you|speak to you|anymore",
  questions:
    'do|did|does|can|could|would|will|should|shall|are|is|am|what|why|who|how|where|which|whether|have you|has',
  conditions:
    'if|unless|in case|assuming|provided|suppose|supposing|what if|depends|had i|were i|i wonder|whenever',
  and: 'and|or|plus',
  clauses:
    'if|unless|but|so|because|cause|cos|that|who|which|where|while|although|though|since|as|when|before|after|until|whether|so that',
  others:
    "i|he|she|it|they|you|we|there|who|is|are|was|were|has|had|will|comes?|goes|starts?|arrives?|leaves|wants|needs|gets|[\\p{L}]+'s|[\\p{L}]+'ll",
}

const de: IntentionWords = {
  weekdays: list('montag dienstag mittwoch donnerstag freitag (?:samstag|sonnabend) sonntag'),
  months: list(
    'j[aä]n(?:uar|ner)? feb(?:ruar)? märz apr(?:il)? mai juni? juli? aug(?:ust)? sept?(?:ember)? okt(?:ober)? nov(?:ember)? dez(?:ember)?',
  ),
  cardinals: list(
    'ein|einem|einer zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  ),
  ordinals: list(
    'ersten zweiten dritten vierten fünften sechsten sieb(?:en)?ten achten neunten zehnten elften zwölften dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten',
  ),
  tomorrow:
    '(?<!(?:heute|am|jeden|guten|gestern|diesen|den|ganzen|eines|vom|zum|der|dieser|schönen|tag) )morgen|(?<=den )morgen(?= früh)',
  dayAfterTomorrow: 'übermorgen',
  inDays: '(?:in|heute in) {n} tag(?:en)?',
  inWeeks: '(?:in|heute in) {n} wochen?',
  nextWeek: 'nächster? woche|kommender? woche',
  dates: ['{d}\\.? ?{m}', '(?:am|bis|den|dem|zum) {d}\\.{month}\\.?'],
  dayOfMonth: 'am {d}\\.',
  before:
    'am|bis(?: zum| spätestens)?|an dem|den|diesen|dieser|nächsten|kommenden|gleich|schon|der nächste|dem',
  after: 'früh|vormittag|mittag|nachmittag|abend|nacht|morgen|in der früh|vormittags|nachmittags|abends',
  noDayBefore:
    'letzten|letzter|vergangenen|vorigen|vorletzten|seit|ab|von|vom|nach|vor|jeden|jeder|als|auf|für|über|einem|gestern|immer|wie|übernächsten',
  noDayAfter: 'ist|war|wäre|wird|waren',
  habits:
    '(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|sonnabends|montagmorgens|jeden morgen|täglich|wöchentlich',
  markers:
    '(?:ich|wir) (?:will|wollen|werde?n?|möchten?|muss|müssen|soll|sollte|sollten|sollen|nehme? mir|nehmen uns)(?: mich| mir)?|(?:will|wollen|werde|werden|möchten?|muss|müssen|sollte|sollten|sollen|nehme? ich mir vor) (?:ich|wir)|(?<=#\\s*)soll ich|ich hab(?:e)? (?:mir )?(?:(?:[\\p{L}#]+ ){0,6})?(?:vor|vorgenommen|versprochen|geplant|beschlossen|entschieden)|habe? ich (?:mir )?(?:vor|vorgenommen|versprochen|geplant|zugesagt)|(?:ich plane?|plane? ich)|ich bin fest entschlossen|erinnere? mich|lass mich',
  mustNotForget:
    'ich (?:darf|will|muss|sollte) (?:(?:[\\p{L}#]+ ){0,4})?nicht vergessen|(?:darf|muss) ich (?:(?:[\\p{L}#]+ ){0,4})?nicht vergessen|dass ich (?:(?:[\\p{L}#]+ ){0,4})?(?:ja |bloß |nur )?nicht vergesse|nicht vergessen',
  present:
    '(?:(?!habe|hatte|wäre|hätte|würde|wurde|könnte|glaube|denke|hoffe|freue|wünsche|fühle|wünschte|finde|meine|hasse|liebe|fürchte|vermisse|brauche|sage|frage|überlege|konnte|wollte|musste|dachte|träume|weine|leide|schaffe|ertrage|danke|kenne|zähle|gestehe|erinnere|(?!arbeite|warte|heirate|miete|teste|starte|trete|leiste|faste|vertrete|biete|reite|leite|halte|verabschiede|bereite|begleite|streite|bearbeite|beantrage)\\p{L}+te(?!\\p{L}))\\p{L}{2,}e|ruf|geh|mach|fahr|hol|bring|kauf|treff|schreib|back|koch|räum|fang|nehm|meld|putz|besuch|lern|frag|zieh|back|lauf|schau) (?:ich|wir)|ich (?:(?!habe|hatte|wäre|hätte|würde|wurde|könnte|glaube|denke|hoffe|freue|wünsche|fühle|wünschte|finde|meine|hasse|liebe|fürchte|vermisse|brauche|sage|frage|überlege|konnte|wollte|musste|dachte|träume|weine|leide|schaffe|ertrage|danke|kenne|zähle|gestehe|erinnere|alleine|heute|gerne|ohne|eine|meine|keine|jede|alle|viele|(?!arbeite|warte|heirate|miete|teste|starte|trete|leiste|faste|vertrete|biete|reite|leite|halte|bereite|begleite|streite|bearbeite|beantrage)\\p{L}+te(?!\\p{L}))\\p{L}{2,}e|ruf|geh|mach|fahr|hol|bring|kauf|treff|schreib|back|koch|räum|fang|nehm|meld|putz|besuch|lern|frag|zieh|lauf|schau)|wir (?:fahren|gehen|fliegen|besuchen|holen|machen|treffen)|(?:fahren|gehen|fliegen|besuchen|holen|machen|treffen) wir|dass (?:ich|wir) .*\\p{L}{2,}e|(?:ich|wir) .*(?:will|muss|werde|möchte|wollen|müssen|soll|sollte)(?=\\s*$)',
  not: 'nicht|nie|niemals|kein\\p{L}*|nix|nichts|nirgends|vielleicht|eventuell|womöglich|immer|meistens|oft|manchmal|war|wollte|hatte|hätte|würde|könnte|gewesen|dir|dich|jede[nrs]?|normalerweise|gewöhnlich|damals|noch unsicher',
  questions:
    'soll|sollte|kann|könnte|darf|muss|will|wird|werde|meinst|glaubst|denkst|was|wann|warum|wer|wie|wo|welche\\p{L}*|ob|hast|bist|ist',
  conditions: 'wenn|falls|sofern|ob|es sei denn|sobald|angenommen|je nachdem|mal schauen ob|sonst',
  and: 'und|oder|sowie',
  clauses: 'wenn|falls|ob|aber|denn|weil|dass|da|während|bevor|nachdem|obwohl|damit|als|sondern|doch',
  others:
    'er|sie|es|wir|ihr|du|man|ich|d(?:ie|er|as) #|das (?:ist|wird|war)|ist|sind|war|hat|haben|wird|kommt|kommen|will|geht|muss',
}

const fr: IntentionWords = {
  weekdays: list('lundi mardi mercredi jeudi vendredi samedi dimanche'),
  months: list('janvier février mars avril mai juin juillet ao[uû]t septembre octobre novembre d[eé]cembre'),
  cardinals: spaced(
    'une? deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf vingt vingt_et_une? vingt_deux vingt_trois vingt_quatre vingt_cinq vingt_six vingt_sept vingt_huit vingt_neuf trente trente_et_un',
  ),
  ordinals: list('premier|1er'),
  tomorrow: 'demain',
  dayAfterTomorrow: 'apr[eè]s[-\\s]demain',
  inDays: 'dans {n} jours?',
  inWeeks: 'dans {n} semaines?',
  nextWeek: 'la semaine prochaine',
  dates: ['{d} {m}', '(?:le|au) {d}/{month}'],
  dayOfMonth: 'le {d}(?! ?(?:h|heures?|%|€|ans|fois|jours?))(?!\\s\\p{L}+s(?!\\p{L}))',
  before: "d'ici|ce|le|au",
  after:
    'prochain|qui vient|matin|après-midi|soir|midi|à midi|nuit|en fin de journée|en huit|après le travail',
  noDayBefore:
    "tous les|toutes les|chaque|depuis|jusqu'à|jusqu'au|avant|après|à partir de|dès|de|à|un|les|autre|du|pour|l'autre",
  noDayAfter: "dernier|passé|était|c'est|est|c'était|sera",
  habits:
    '(?:tous les|toutes les|chaque) (?:lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|jours?|matins?|soirs?|semaines?|mois)|le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\\s+\\d)',
  markers:
    "(?:je|j')\\s?(?:vais|dois|veux|voudrais|aimerais|devrais|compte|prévois|tiens à|promets)(?: vraiment| absolument| enfin| aussi)?|(?:on va|on doit|on veut|nous allons|nous devons|nous voulons)|il (?:faut|faudra|faudrait) que (?:je|j')|il me faut|j'ai (?:promis|décidé|prévu|envie|besoin|l'intention|juré|accepté|hâte)(?: (?:à|au) (?:[\\p{L}#]+ ){1,3}?)?\\s?(?:de|d'|que)|je me suis promis (?:de|d')|(?:je|j'|j'y |je (?:me|te|lui|leur|le|la|l'|les|m'|y|en|vous|nous) ?){1,3} ?\\p{L}+rai|nous (?:\\p{L}+ )?\\p{L}+rons|on \\p{L}+ra|rappelle-moi (?:de|d')|laisse-moi|mon projet est (?:de|d')",
  mustNotForget:
    "(?:il )?(?:ne )?faut (?:surtout )?pas que j'oublie(?: de| d')?|(?:je )?(?:ne )?dois (?:surtout )?pas oublier(?: de| d')?|que j'oublie pas(?: de| d')?|n'oublie pas de me rappeler(?: de)?|pour ne pas oublier(?: de)?|ne pas oublier (?:de|d')",
  present:
    "(?:je |j')(?:(?:me|m'|te|lui|leur|le|la|l'|les|y|en|vous|nous|t') ?)*(?!suis|ai|étais|avais|pense|crois|sais|sens|peux|espère|crains|rêve|trouve|aime|déteste|attends|vois pas|ne|n'|étais|dis|imagine|me sens|redoute|regrette|voulais|suppose|doute|supporte|tiendrai|tiens|comprends|souviens|meurs|souffre|ressens)(?!\\p{L}+ais(?!\\p{L}))(?!\\p{L}+[éa](?!\\p{L}))\\p{L}{2,}[esxd]|(?:je |j')(?:me |m'|y )?(?:fais|vais)",
  not: "ne|n'\\p{L}+|pas|jamais|plus jamais|plus(?= (?:rien|de))|rien|aucune?|personne|peut-être|éventuellement|toujours|souvent|d'habitude|habituellement|parfois|étais|avais|voulais|quand j'avais|te|toi|t'\\p{L}+",
  questions:
    "est-ce|tu crois|tu penses|dois-je|vais-je|devrais-je|qu'est-ce|que|quand|pourquoi|comment|qui|où|quel\\p{L}*|combien",
  conditions: "si|s'il|s'ils|au cas où|à moins|à condition|sinon",
  and: 'et|ou',
  clauses:
    "si|s'ils?|mais|car|parce que|parce qu'\\p{L}+|puisque|que|qu'\\p{L}+|qui|où|quand|pendant que|alors que|donc|comme|lorsque|avant que|même si",
  others:
    "il|elle|ils|elles|on|nous|tu|vous|ça|cela|ce|c'est|est|sont|a|ont|va|vont|vient|viennent|arrive|part|sera|était|doit|veut",
}

const es: IntentionWords = {
  weekdays: list('lunes martes mi[eé]rcoles jueves viernes s[aá]bado domingo'),
  months: list('enero febrero marzo abril mayo junio julio agosto sep?tiembre octubre noviembre diciembre'),
  cardinals: spaced(
    'una? dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince diecis[eé]is diecisiete dieciocho diecinueve veinte veintiuno veintid[oó]s veintitr[eé]s veinticuatro veinticinco veintis[eé]is veintisiete veintiocho veintinueve treinta treinta_y_uno',
  ),
  ordinals: list('primero|uno'),
  tomorrow: '(?<!(?:por|de|en|a|la|esta|cada|una|hasta|tu|mi) )(?<!pasado )mañana(?: mismo)?',
  dayAfterTomorrow: 'pasado mañana',
  inDays: '(?:en|dentro de) {n} d[ií]as?',
  inWeeks: '(?:en|dentro de) {n} semanas?',
  nextWeek: '(?:la semana que viene|la próxima semana|la semana próxima|de la semana que viene)',
  dates: ['{d} de {m}', '(?:el|al) {d}/{month}'],
  dayOfMonth: 'el(?: d[ií]a)? {d}(?! de|\\s?%|\\s?€)(?=\\s*(?:$|[,.]|voy|quiero|tengo|\\p{L}+ré))',
  before: 'el día|el|este|para|ya|próximo|al',
  after:
    'que viene|próximo|por la mañana|por la tarde|por la noche|a primera hora|al mediodía|a mediodía|noche|temprano|sin falta',
  noDayBefore:
    'los|cada|todos los|desde|desde el|hasta|hasta el|del|de|a partir de|a partir del|un|algún|como|ayer|antes del|antes de',
  noDayAfter: 'pasado|es|era|fue|será|cae|anterior',
  habits:
    'los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|(?:sábados|domingos)|(?:cada|todos los|todas las) (?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|días?|semanas?|mes(?:es)?|mañanas?|noches?|tardes?)',
  markers:
    '(?:yo )?(?:voy|vamos|quiero|queremos|debo|deberíamos?|debería|necesito|pretendo|planeo|intento|me gustaría|quisiera|pienso(?= \\p{L}+r)|tengo (?:intención de|pensado|previsto|ganas de)|tengo que|tenemos que|he de|he (?:quedado en|decidido|prometido|pensado)|me he propuesto|prometí(?: a \\p{L}+)?(?! que)|recuérdame(?: que)?|déjame(?! pensar)|\\p{L}{2,}(?:aré|eré|iré|dré|rré|aremos|eremos|iremos|dremos)|iré|haré|diré)',
  mustNotForget:
    'no (?:debo|puedo|quiero|me puedo|me debo|tengo que) olvidar(?:me|lo)?(?: de)?|que no se me olvide|no se me (?:puede|tiene que|debe) olvidar|no olvidar(?:me)?(?: de)?|no me dejes olvidar',
  leads:
    'y|e|o|pues|bueno|entonces|luego|ya|yo|también|después|que|pero|por fin|primero|ahora|así que|me|te|se|les?|las?|los?|nos',
  presentAtStart:
    '(?!como|cuando|pero|todo|bueno|claro|luego|creo|pienso|siento|espero|odio|digo|supongo|temo|tengo|tanto|solo|mucho|poco|cierto|esto|eso|vivo|estoy|soy|puedo|recuerdo|juro|prometo|aguanto|soporto|deseo|sueño|lloro|amo|extraño|echo de menos|conozco|entiendo|mejor|año|lo|no|suelo|cuánto|otro|sino|cumplo)\\p{L}{2,}o|doy|salgo',
  not: 'no|nunca|jamás|tampoco|nada|nadie|ningun[oa]?|quizás?|tal vez|a lo mejor|igual(?= \\p{L}+)|siempre|suelo|solía|a veces|iba|iría|te|contigo|ojalá',
  questions: 'qué|cuándo|cómo|quién|dónde|cuál|por qué|crees|debería ir|piensas',
  conditions: 'si|ojalá|a no ser que|en caso de|aunque',
  and: 'y|e|o|u',
  clauses: 'si|pero|porque|que|donde|cuando|mientras|así que|pues|como|quien|aunque|ya que',
  others:
    'él|ella|ellos|ellas|usted|es|está|son|viene|vienen|llega|llegan|va|van|se|tiene|empieza|será|fue|mi \\p{L}+ \\p{L}+[ae]',
}

const pt: IntentionWords = {
  weekdays: list(
    'segunda(?:[-\\s]feira)? terça(?:[-\\s]feira)? quarta(?:[-\\s]feira)? quinta(?:[-\\s]feira)? sexta(?:[-\\s]feira)? s[aá]bado domingo',
  ),
  months: list('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
  cardinals: spaced(
    'uma? dois|duas tr[eê]s quatro cinco seis sete oito nove dez onze doze treze c?quator?ze|catorze|quatorze quinze dez[ae]sseis dez[ae]ssete dezoito dez[ae]nove vinte vinte_e_um vinte_e_dois vinte_e_três vinte_e_quatro vinte_e_cinco vinte_e_seis vinte_e_sete vinte_e_oito vinte_e_nove trinta trinta_e_um',
  ),
  ordinals: list('primeiro|1º'),
  tomorrow: 'amanh[aã]',
  dayAfterTomorrow: 'depois de amanh[aã]',
  inDays: '(?:em|daqui a|dentro de|daqui) {n} dias?',
  inWeeks: '(?:em|daqui a|dentro de|daqui) {n} semanas?',
  nextWeek: '(?:n?a )?(?:semana que vem|próxima semana|semana próxima)|da semana que vem|da próxima semana',
  dates: ['{d} de {m}', '(?:dia|no dia|em) {d}/{month}'],
  dayOfMonth: '(?:no )?dia {d}(?! de| \\p{L}+s )',
  before: 'no|na|em|nesta|neste|esta|este|próxima|próximo|dia|logo|já|para|pra|a',
  after:
    'que vem|próxim[ao]|de manhã|de manhã cedo|à tarde|à noite|da manhã|de tarde|de noite|cedo|à hora do almoço|logo cedo|sem falta|ao fim do dia',
  noDayBefore:
    'às|aos|toda|todas as|todos os|todo|cada|desde|até|antes de|até a|até à|a partir de|da|do|de|numa|num|uma|um|ontem|os|as',
  noDayAfter: 'passad[ao]|é|era|foi|será|faz|retrasad[ao]|feira passada',
  habits:
    '(?:segundas|terças|quartas|quintas|sextas)(?:-feiras)?|sábados|domingos|(?:cada|tod[ao]s?(?: as| os| o| a)?) (?:segundas?|terças?|quartas?|quintas?|sextas?|sábados?|domingos?|dias?|semanas?|manhãs?|noites?|mês|meses)(?:-feiras?)?',
  markers:
    '(?:eu )?(?:vou|vamos|quero|queremos|devo|deveria|preciso(?: de)?|precisamos(?: de)?|pretendo|tenciono|planejo|planeio|gostava de|gostaria de|queria(?= #+\\s*$)|tenho (?:a intenção de|de|que)|temos (?:de|que)|hei de|hei-de|penso em|estou a pensar em|prometi(?: (?:à|ao|a) (?:[\\p{L}]+ ){1,3}?)?(?:que)?|combinei(?: de| com \\p{L}+)?|decidi|resolvi|fiquei de|me lembr[ae](?: de)?|lembra-me(?: de)?|deixa-me(?! pensar)|\\p{L}{2,}(?:arei|erei|irei|rei|aremos|eremos|iremos))',
  mustNotForget:
    'não (?:me )?(?:posso|devo|quero) (?:me )?esquecer(?:-me)?(?: de)?|não posso esquecer(?:-me)?(?: de)?|não me deix[ae]s? esquecer(?: de)?|não esquecer(?: de)?|que eu não me esqueça(?: de)?',
  leads: 'e|ou|eu|depois|então|também|aí|mas|que|finalmente|primeiro|agora|já|me|te|se|lhes?|os?|as?|nos',
  presentAtStart:
    '(?!como|quando|tudo|mesmo|claro|acho|espero|sinto|penso|odeio|gosto|tenho|tanto|muito|pouco|certo|isso|isto|vivo|posso|lembro|juro|prometo|aguento|suporto|desejo|sonho|choro|amo|conheço|entendo|costumo|outro|todo|digo|suponho|temo|o|no|do|ao|pelo|lo|\\p{L}+ão(?!\\p{L})|quanto|cumpro|faço anos)\\p{L}{2,}o(?!\\p{L})|dou|ponho',
  not: 'não|num(?= \\p{L}+o)|nunca|jamais|nem|nada|ninguém|nenhuma?|talvez|se calhar|quiçá|sempre|costumo|às vezes|ia|iria|queria|podia|te|contigo|você|tomara|oxalá|quem me dera',
  questions: 'que dia|o que|quando|como|quem|onde|qual|por que|porque é que|achas|você acha|será que|devo',
  conditions: 'se(?= (?!\\p{L}+[ao]r?(?!\\p{L}) #))|caso|a menos que|a não ser que|tomara',
  and: 'e|ou',
  clauses: 'mas|porque|que|onde|quando|enquanto|então|pois|como|quem|embora|já que',
  others: 'ele|ela|eles|elas|é|está|são|vem|vêm|chega|chegam|vai|vão|tem|começa|será|foi|faz',
}

const it: IntentionWords = {
  weekdays: list('luned[iì] marted[iì] mercoled[iì] gioved[iì] venerd[iì] sabato domenica'),
  months: list(
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  ),
  cardinals: list(
    'un[oa]? due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitr[eé] ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno',
  ),
  ordinals: list('primo|1º'),
  tomorrow: 'domani',
  dayAfterTomorrow: 'dopo ?domani',
  inDays: '(?:tra|fra) {n} giorn[oi]',
  inWeeks: '(?:tra|fra) {n} settiman[ae]',
  nextWeek: '(?:della |la )?(?:prossima settimana|settimana prossima)',
  dates: ["(?:l')?{d} {m}", '(?:il|al) {d}/{month}'],
  dayOfMonth: 'il {d}(?=\\s*(?:$|[,.]|devo|vado|voglio|\\p{L}+rò))',
  before: "il giorno|il|questo|questa|entro|per|già|l'",
  after:
    'prossim[oa]|che viene|mattina|pomeriggio|sera|notte|a pranzo|a cena|alle \\d+|in mattinata|stesso|dopo il lavoro',
  noDayBefore:
    'ogni|tutti i|tutte le|di|da|dal|dalla|fino a|sino a|a|al|del|della|un|una|i|le|come|ieri|dopo|prima di',
  noDayAfter: 'scors[oa]|passat[oa]|è|era|fu|sarà|fosse',
  habits:
    'il (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato)(?! \\d)|la domenica|(?:ogni|tutti i|tutte le) (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabat[oi]|domenic(?:a|he)|giorn[oi]|settiman[ae]|mattin[ae]|ser[ae]|mes[ei])|di (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)|le domeniche',
  markers:
    '(?:io )?(?:devo|dobbiamo|voglio|vogliamo|vorrei|dovrei|intendo|conto di|progetto di|ho (?:intenzione|deciso|promesso|pensato|bisogno|in programma|in mente|voglia|giurato)(?: a \\p{L}+)?(?: di| che)?|mi sono (?:ripromess[oa]|promess[oa]) di|penso di|mi tocca|ricordami(?: di)?|lasciami|\\p{L}{2,}(?:erò|irò|arò|drò|rrò|eremo|iremo|aremo|dremo)|farò|dirò|starò|darò|andrò)',
  mustNotForget:
    'non (?:devo|posso|voglio|mi devo) (?:dimenticar|scordar)(?:e|mi|mene)?(?: di)?|non farmi dimenticare(?: di)?|che non mi dimentichi(?: di)?|non dimenticar(?:e|mi)(?: di)?',
  leads:
    'e|ed|o|io|poi|allora|quindi|che|anche|comunque|ma|finalmente|prima|adesso|così|mi|ti|gli|l[eaio]|ci|vi|ne|si|glielo|gliela|me l[oaie]',
  presentAtStart:
    '(?!sono|ho|sto|so|penso|spero|credo|ero|temo|odio|sento|provo|quando|siamo|abbiamo|stiamo|tutto|certo|questo|quello|molto|poco|tanto|solo|vivo|posso|ricordo|giuro|prometto|sopporto|desidero|sogno|piango|amo|conosco|capisco|altro|dico|suppongo|dopo|lo|no|do|compio|dovevo|volevo|avevo|\\p{L}+(?:evo|avo|ivo)(?!\\p{L}))(?!(?!telefono|suono|torno|ragiono|rimango|dono|ritorno)\\p{L}+(?:ono|ano|nno)(?!\\p{L}))\\p{L}{2,}o(?!\\p{L})',
  not: 'non|mai|né|niente|nulla|nessun[oa]?|forse|magari|può darsi|sempre|di solito|a volte|spesso|andrei|ti|te|dovevo|volevo|avevo|stavo|ne posso',
  questions: 'che giorno|cosa|quando|come|chi|dove|quale|perché|secondo te|pensi|credi|faccio bene',
  conditions: 'se|qualora|nel caso|a meno che|casomai',
  and: 'e|ed|o',
  clauses: 'se|ma|però|perché|che|dove|quando|mentre|quindi|siccome|come|anche se|così',
  others: "lui|lei|loro|è|sono|viene|vengono|arriva|arrivano|va|vanno|ha|si|comincia|inizia|sarà|c'è|parte",
}

export const intentionWords = { en, de, fr, es, pt, it }
