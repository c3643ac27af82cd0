import { partsOf } from './features'

/** The six languages in which danger is found by learning. */
export type LearnedLanguage = 'en' | 'es' | 'fr' | 'de' | 'pt' | 'it'

/** Small words that most sentences have, folded; those of a language alone count double. English is what is left. */
const smallWords: Record<LearnedLanguage, string> = {
  en: 'I IM IVE ILL THE AND TO OF IS ARE WAS HAVE HAS MY ME HE SHE THEY WITH WITHOUT NOT DONT CANT WONT ITS JUST WANT KNOW NO WHAT WHEN HIM HER THIS THAT FOR ON AT SO ANYMORE GONNA BEEN BUT IN IT BE UP OUT YOU FROM',
  es: 'YO EL LA LOS LAS DE DEL QUE Y EN UN UNA ME MI MIS SE NO CON POR PARA LO LE YA MAS ES ESTA ESTOY ESTOI HE HA HAN VOY QUIERO PUEDO CUANDO TODO TODAS TODOS NADA AL PERO COMO SIN HASTA DESDE TENGO SOY HOY NADIE ESTE ESO ELLA SU Q MUY HACE NI',
  fr: 'JE J JAI LE LA LES DE DES DU QUE QUI ET EN UN UNE ME MA MON MES SE NE PAS PLUS DANS AVEC POUR SUR AU AUX CE CA CEST IL ELLE ON EST SUIS AI JME JVEUX VEUX VAIS PEUX TOUT TOUTE TOUS RIEN MAIS QUAND SANS ETRE FAIT PUIS LUI Y CHUIS JVAIS CETTE',
  de: 'ICH DER DIE DAS UND ZU IST SIND WAR HAB HABE HAT MICH MIR MEIN MEINE MEINEN ER SIE ES NICHT NICHTS MIT AUF IN IM AN AM EIN EINE EINEN DEN DEM VON WENN WAS SO NUR NOCH SCHON MEHR WILL KANN BIN AUCH ABER WIE FUR BEI NACH JETZT HEUTE WIEDER DASS UM MAN EH IHN IHM I MI DES',
  pt: 'EU O A OS AS DE DO DA DOS DAS QUE E EM NO NA UM UMA ME MEU MINHA MEUS SE NAO N COM POR PARA PRA PRO JA MAIS ESTA TA TO ESTOU VOU QUERO POSSO QUANDO TUDO TODOS NADA MAS SEM ATE HOJE SOU ELE ELA FOI ISSO ESTE NINGUEM TENHO AO VC MUITO SO',
  it: 'IO IL LO LA I GLI LE DI DEL DELLA DELLE CHE E IN UN UNA MI MIO MIA MIEI SI NON CON PER SU DA DAL PIU HO HA HANNO SONO SEI VOGLIO POSSO QUANDO TUTTO TUTTE TUTTI NIENTE MA SENZA OGGI LUI LEI QUESTO NESSUNO STO VADO NEL NELLA AL ALLA CI SE NE ME ANCHE COME ORA GIA',
}

const languages = Object.keys(smallWords) as LearnedLanguage[]
const wordSets = languages.map((language) => ({ language, words: new Set(smallWords[language].split(' ')) }))

/** The language of the words of a text, as features.ts writes them. */
export function languageOf(words: string[]): LearnedLanguage {
  const points = new Map<LearnedLanguage, number>()
  for (const word of words) {
    const of = wordSets.filter((set) => set.words.has(word))
    for (const { language } of of) points.set(language, (points.get(language) ?? 0) + 1 / of.length)
  }
  return languages.reduce((best, language) =>
    (points.get(language) ?? 0) > (points.get(best) ?? 0) ? language : best,
  )
}

export const languageOfText = (text: string): LearnedLanguage =>
  languageOf(partsOf(text).flatMap(({ words, isPair }) => (isPair ? [] : words)))
