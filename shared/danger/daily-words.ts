import type { Part } from './features'

// Short sentences that some people write every day, of these words alone: "I took my insulin". Whatever the score says, they
// get nothing. No list has a word for all, for a number above two, for again or for tonight, and no sleeping pills.

const languages = [
  {
    took: 'TOOK TAKEN HAD INJECTED',
    amount: 'MY A AN ONE TWO',
    medicine:
      'INSULIN METFORMIN IBUPROFEN PARACETAMOL ASPIRIN SERTRALINE FLUOXETINE ESCITALOPRAM VITAMIN MAGNESIUM',
    tablets: 'PILL PILLS TABLET TABLETS MEDS MEDICINE MEDICATION',
    asUsual: 'BREAKFAST LUNCH USUAL ALWAYS PRESCRIBED EVERY',
    others: 'I IVE HAVE THE OF DOSE TODAY THIS MORNING AT NOON BEFORE WITH AFTER DINNER DAY AS D',
    drank: 'DRANK DRINK',
    before: 'LAST YESTERDAY',
    drinking: 'I WE HAD WAY TOO MUCH WINE BEER TO NIGHT AT THE PARTY WEDDING',
  },
  {
    took: 'TOME TOMADO PUSE PUESTO INYECTE',
    amount: 'MI MIS UN UNA DOS LA EL',
    medicine:
      'INSULINA METFORMINA IBUPROFENO PARACETAMOL ASPIRINA SERTRALINA FLUOXETINA ESCITALOPRAM VITAMINA MAGNESIO',
    tablets: 'PASTILLA PASTILLAS MEDICACION MEDICINA',
    asUsual: 'DESAYUNO DESAYUNAR ALMUERZO SIEMPRE RECETADO CADA',
    others: 'ME HE YA HOY ESTA MANANA POR ANTES DESPUES DEL DE CON CENA CENAR COMER COMO DIA D',
    drank: 'BEBI BEBIMOS BEBIDO',
    before: 'ANOCHE AYER',
    drinking: 'DEMASIADO DEMASIADA MUCHO VINO CERVEZA DE MAS EN LA FIESTA BODA',
  },
  {
    took: 'PRIS PRISE FAIT',
    amount: 'MON MA MES UN UNE DEUX LE LA',
    medicine:
      'INSULINE METFORMINE IBUPROFENE PARACETAMOL ASPIRINE SERTRALINE FLUOXETINE ESCITALOPRAM VITAMINE MAGNESIUM',
    tablets: 'CACHET CACHETS COMPRIME COMPRIMES MEDICAMENT MEDICAMENTS TRAITEMENT',
    asUsual: 'DEJEUNER TOUJOURS DHABITUDE PRESCRIT CHAQUE',
    others: 'JAI DE CE MATIN AUJOURDHUI AU PETIT AVANT APRES AVEC DINER REPAS JOUR COMME D',
    drank: 'BU',
    before: 'HIER',
    drinking: 'JAI ON A BEAUCOUP TROP DE VIN BIERE SOIR AU LA FETE MARIAGE',
  },
  {
    took: 'GENOMMEN GESPRITZT',
    amount: 'MEIN MEINE MEINEN EIN EINE EINEN ZWEI DAS',
    medicine:
      'INSULIN METFORMIN IBUPROFEN PARACETAMOL ASPIRIN SERTRALIN FLUOXETIN ESCITALOPRAM VITAMIN MAGNESIUM',
    tablets: 'TABLETTE TABLETTEN MEDIKAMENT MEDIKAMENTE',
    asUsual: 'FRUHSTUCK MITTAGESSEN IMMER GEWOHNT VERORDNET JEDEN',
    others: 'ICH HAB HABE MIR HEUTE FRUH MORGEN VOR DEM ZUM NACH ESSEN ABENDESSEN TAG WIE D',
    drank: 'GETRUNKEN',
    before: 'GESTERN',
    drinking: 'ICH WIR HABE HAB HABEN ABEND VIEL ZU WEIN BIER AUF DER PARTY HOCHZEIT',
  },
  {
    took: 'TOMEI APLIQUEI',
    amount: 'MEU MEUS MINHA DOIS O A',
    medicine:
      'INSULINA METFORMINA IBUPROFENO PARACETAMOL ASPIRINA SERTRALINA FLUOXETINA ESCITALOPRAM VITAMINA MAGNESIO',
    tablets: 'COMPRIMIDO COMPRIMIDOS REMEDIO REMEDIOS MEDICACAO',
    asUsual: 'CAFE ALMOCO SEMPRE COSTUME CADA',
    others: 'EU JA HOJE DE DA DO MANHA ANTES DEPOIS COM PEQUENO JANTAR AO DIA COMO OS D',
    drank: 'BEBI BEBEMOS',
    before: 'ONTEM',
    drinking: 'EU A NOITE DEMAIS MUITO VINHO CERVEJA NA NO FESTA CASAMENTO',
  },
  {
    took: 'PRESO PRESA PRESE PRESI FATTO FATTA',
    amount: 'MIO MIA MIE MIEI UN UNA DUE IL LA LINSULINA LASPIRINA',
    medicine:
      'INSULINA LINSULINA METFORMINA IBUPROFENE PARACETAMOLO ASPIRINA LASPIRINA SERTRALINA FLUOXETINA VITAMINA MAGNESIO',
    tablets: 'PASTIGLIA PASTIGLIE MEDICINA MEDICINE',
    asUsual: 'COLAZIONE PRANZO SEMPRE SOLITO PRESCRITTO OGNI',
    others: 'HO I LE GIA OGGI STAMATTINA DI A PRIMA DOPO CENA COME GIORNO D',
    drank: 'BEVUTO',
    before: 'IERI',
    drinking: 'SERA HO ABBIAMO TROPPO DAVVERO VINO BIRRA ALLA FESTA AL MATRIMONIO',
  },
]

/** A word of each of `needed`, and none but these and `others`. Tablets without a name need a word of a usual day. */
const sentences = [
  ...languages.flatMap(({ took, amount, medicine, tablets, asUsual, others, drank, before, drinking }) => [
    { needed: [took, medicine, `${amount} ${asUsual}`], others: `${tablets} ${others}` },
    { needed: [took, tablets, asUsual], others: `${amount} ${others}` },
    { needed: [drank, before], others: drinking },
  ]),
  { needed: ['NOTE WRITE', 'IT THIS THAT'], others: 'PLEASE YES DOWN' },
].map(({ needed, others }) => ({
  needed: needed.map((words) => new Set(words.split(' '))),
  all: new Set([...needed, others].join(' ').split(' ')),
}))

/** Of a longer one, what is read may be a piece (features.ts). */
const longest = 8

export const isDaily = ({ words, isPair }: Part): boolean =>
  !isPair &&
  words.length <= longest &&
  sentences.some(
    ({ needed, all }) =>
      words.every((word) => all.has(word)) && needed.every((some) => words.some((word) => some.has(word))),
  )
