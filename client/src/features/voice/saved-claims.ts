/** What a language says of something that has been saved, and what in front of it makes that no claim. */
type Rule = { claim: RegExp; noClaim: RegExp }

/** `not preceded by a letter`, which \b is not for letters with accents. */
const start = String.raw`(?<![\p{L}'’])`
const words = String.raw`(?:\s+[\p{L}'’]+)`
const rule = (claims: string[], noClaim: string): Rule => ({
  claim: new RegExp(`${start}(?:${claims.join('|')})(?!\\p{L})`, 'iu'),
  noClaim: new RegExp(`${start}(?:${noClaim})(?!\\p{L})`, 'iu'),
})

/** A sentence without a verb: "Saved!", "Okay, saved." */
const alone = (claim: string) =>
  String.raw`(?<=^\P{L}*(?:(?:okay|ok|yes|all|done|great|perfect|ja|gut|alles|oui|bien|voilà|sí|listo|sim|pronto|sì|bene|ecco|fatto)\P{L}+)*)(?:${claim})(?=\P{L}*$)`

const rules: Rule[] = [
  rule(
    [
      `I(?:['’]ve| have)?(?: (?:just|now|also|already))? (?:saved|stored|recorded|noted)`,
      `I(?:['’]ve| have)?(?: (?:just|now|also|already))? (?:created|added|updated|written|put)${words}{0,6} (?:goal|goals|entry|journal)`,
      `(?:is|are|it['’]s|that['’]s|been)(?: (?:now|all|both|just|already|safely))* (?:saved|stored|recorded)`,
      `I(?:['’]ve| have)(?: (?:just|now|also|already))? (?:written|put)${words}{0,3} down`,
      `(?:I|is|are|been|I(?:['’]ve| have))(?: (?:just|now|also|already))? marked${words}{0,8} (?:as )?(?:achieved|done|complete|completed)`,
      `now in your journal`,
      `in your journal now`,
      alone('saved(?: (?:it|that|as|to|in|for)[^.]*)?'),
      `(?:goal|entry|journal) (?:is|are|has been|was)(?: now)? (?:created|added|updated)`,
    ],
    `not|nothing|never|no|\\w+n['’]t|if|when|once|until|before|after|unless|as soon as|can|could|will|would|shall|should|may|might|to be|want`,
  ),
  rule(
    [
      `habe?(?:n)?(?: ich)?${words}{0,6} (?:gespeichert|gesichert|eingetragen|notiert|angelegt)`,
      alone('gespeichert|eingetragen|notiert'),
      `(?:ist|sind|wurde|wurden)${words}{0,3} (?:gespeichert|gesichert|eingetragen|angelegt|notiert)`,
      `als (?:erreicht|geschafft|erledigt) (?:markiert|eingetragen)`,
    ],
    `nicht|nichts|nie|kein\\p{L}*|wenn|falls|sobald|bevor|bis|nachdem|soll|sollen|kann|könnte|werde|würde|möchte\\p{L}*|will|willst`,
  ),
  rule(
    [
      `j['’]ai${words}{0,3} (?:enregistré|sauvegardé|noté|créé|ajouté)e?s?`,
      alone("(?:c['’]est )?(?:enregistré|sauvegardé|noté)e?s?"),
      `(?:est|sont|c['’]est|a été|ont été)${words}{0,2} (?:enregistré|sauvegardé)e?s?`,
      `marqué${words}{0,6} (?:comme )?(?:atteint|accompli)e?s?`,
    ],
    `ne|n['’]\\p{L}+|pas|rien|jamais|si|quand|lorsque|dès|avant|après|une fois|veux|voulez|peux|pourrais`,
  ),
  rule(
    [
      `he${words}{0,2} (?:guardado|registrado|anotado|creado|añadido)`,
      `(?:está|están|queda|quedó|ha sido|han sido|se ha|se han)${words}{0,2} guardad[oa]s?`,
      alone('(?:guardad|anotad)[oa]s?'),
      `se ha guardado|lo guardé|la guardé`,
      `(?:he|está|queda|ha sido) marcad[oa]${words}{0,6} como (?:lograd|alcanzad|cumplid|conseguid)[oa]`,
    ],
    `no|nada|nunca|si|cuando|antes|después|hasta|una vez|quieres|quiere|puedo|podría`,
  ),
  rule(
    [
      alone('salv[oa]s?|guardad[oa]s?|anotad[oa]s?'),
      `(?:salvei|guardei|gravei|registrei|criei)`,
      `(?:está|estão|foi|foram|ficou)${words}{0,2} (?:salv|guardad|gravad|registrad)[oa]s?`,
      `(?:marquei${words}{0,6}|(?:está|foi|ficou) marcad[oa]) como (?:alcançad|atingid|concluíd)[oa]`,
    ],
    `não|nada|nunca|se|quando|antes|depois|até|assim que|quer|queres|posso|poderia`,
  ),
  rule(
    [
      `ho${words}{0,2} (?:salvato|registrato|annotato|creato|aggiunto)`,
      alone('(?:salvat|annotat)[oaie]'),
      `(?:è|sono|è stat[oa]|sono stat[ie])${words}{0,2} (?:salvat|registrat)[oaie]`,
      `(?:segnat|contrassegnat)[oa]${words}{0,6} come (?:raggiunt|completat)[oa]`,
    ],
    `non|niente|nulla|mai|se|quando|prima|dopo|finché|una volta|appena|vuoi|vuole|posso|potrei`,
  ),
]

/** A caption of Lisa that says that something has been saved. Cautious: questions, conditions and denials are no claims. */
export const claimsSaved = (caption: string): boolean =>
  (caption.match(/[^.!?…\n]+[.!?…]*/gu) ?? []).some(
    (sentence) =>
      !sentence.includes('?') &&
      rules.some(({ claim, noClaim }) => {
        const found = claim.exec(sentence)
        return found !== null && !noClaim.test(sentence.slice(0, found.index + found[0].length))
      }),
  )
