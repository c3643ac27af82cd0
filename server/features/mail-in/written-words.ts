import { markerLine } from '../reminders/reply-address'

/**
 * The words that a person has written into an answer to a reminder, which was sent from the address `lisa`. Leaves out
 * what their mail program has quoted, its attribution line, header block and signature. A line stays if it is not clear
 * who wrote it.
 */
export function writtenWords(text: string, lisa?: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(invisible, '')
    .split('\n')
    .map((line) => (line === delimiter ? line : line.trimEnd()))
    .filter((line) => !picture.test(line))
  const marker = markerIn(lines)
  const parts = marker ? partsAround(lines, marker) : partsWithoutMarker(lines, lisa)
  return parts
    .map((part) => part.join('\n').trim())
    .filter(Boolean)
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
}

/** Marks of direction, which programs put around addresses, and spaces without width. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Of a signature (RFC 3676, 4.3). Without its space it may be a line of the writer. */
const delimiter = '-- '

/** What programs write where a picture stands. */
const picture = /^\s*\[(?:image|cid):[^\]]*\]$/i

const isQuoted = (line = '') => /^\s*>/.test(line)
const isBlank = (line = '') => !line.trim()
const trimmed = (lines: string[]) => lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)

type Marker = { first: number; last: number; before: string }

/** In one line or broken into some, with or without quote marks. */
const markerPattern = new RegExp(markerLine.match(/[a-z]+/gi)?.join('[^a-z]+') ?? '', 'i')
/** Over a quotation that a program has put into one line. */
const ruleWithin = /(?<!-)-{5,20}[^-]{1,40}-{5}/

/** Where the marker line stands, and what was written before it in the same line. */
function markerIn(lines: string[]): Marker | undefined {
  const text = lines.join('\n')
  const found = markerPattern.exec(text)
  if (!found) return undefined
  const first = text.slice(0, found.index).split('\n').length - 1
  const [before = ''] = text
    .slice(text.lastIndexOf('\n', found.index) + 1, found.index)
    .replace(/(?:--|[\u2013\u2014])\s?$/, '')
    .replace(/^[\s>*_]+/, '')
    .split(ruleWithin)
  return { first, last: first + found[0].split('\n').length - 1, before: before.trim() }
}

/** Under a marker that is quoted, what has no quote mark was written there. */
function partsAround(lines: string[], { first, last, before }: Marker): string[][] {
  const above = lines.slice(0, first)
  if (before) return [beforeQuote([...above, before])]
  const own = above.slice(0, above.findLastIndex((line) => !isBlank(line) && !isQuoted(line)) + 1)
  return [beforeQuote(own), ...(isQuoted(lines[first]) ? partsBetweenQuotes(lines.slice(last + 1)) : [])]
}

function partsWithoutMarker(lines: string[], lisa?: string): string[][] {
  const first = lines.findIndex(isQuoted)
  if (first < 0) return [withoutSignature(lisa ? beforeUnmarkedQuote(lines, lisa) : lines)]
  return [beforeQuote(lines.slice(0, first)), ...partsBetweenQuotes(lines.slice(first))]
}

/** Only the first quotation has an attribution line or header block above it, so none is removed here. */
function partsBetweenQuotes(lines: string[]): string[][] {
  const parts = [[]] as string[][]
  for (const line of lines) {
    if (!isQuoted(line)) parts.at(-1)?.push(line)
    else if (parts.at(-1)?.length) parts.push([])
  }
  const last = parts.pop() ?? []
  return [...parts, withoutSignature(last)]
}

/** Lines that a quotation follows, without what introduces it. */
function beforeQuote(given: string[]): string[] {
  const lines = trimmed(given)
  const header = headerBlockAtEnd(lines)
  const start = header ?? attributionAtEnd(lines)
  return withoutSignature(start === undefined ? lines : withoutRule(lines.slice(0, start)))
}

/** Where nothing is marked as quoted, a header block or an attribution line with the address of Lisa begins the quotation. */
function beforeUnmarkedQuote(lines: string[], lisa: string): string[] {
  for (const end of lines.keys()) {
    const upTo = lines.slice(Math.max(0, end - mostLinesOfHeader), end + 1)
    const isEndOfHeader = isBlank(lines[end + 1])
    const start = (isEndOfHeader ? headerBlockAtEnd(upTo) : undefined) ?? certainAttributionAtEnd(upTo)
    if (start === undefined || !upTo.slice(start).join('').includes(lisa)) continue
    const before = lines.slice(0, end + 1 - (upTo.length - start))
    if (before.some((line) => !isBlank(line))) return withoutRule(before)
  }
  return lines
}

/** A line of dashes over a quotation; one with words in it only right over what introduces the quotation. */
function withoutRule(given: string[]): string[] {
  const lines = trimmed(given)
  const last = lines.at(-1)?.trim() ?? ''
  const hasWords = last.startsWith('----') && last.endsWith('--') && lines.length === given.length
  return /^(?:_{5,}|-{5,})$/.test(last) || hasWords ? lines.slice(0, -1) : lines
}

/** What Outlook and others call the fields that they put over a quotation, in lower case. */
const headerNames = new Set(
  `from sent date to cc subject reply-to
  von gesendet datum an betreff antwort an
  de envoyé date à objet cc enviado el enviado em enviada em para asunto assunto data fecha
  da inviato a oggetto
  van verzonden aan onderwerp
  från skickat till ämne fra sendt til emne lähettäjä lähetetty vastaanottaja aihe päivämäärä päiväys
  od wysłano wysłane do temat data odesláno komu předmět předmet odoslané predmet dátum
  kimden gönderildi gönderme tarihi tarih kime konu konu
  от отправлено дата кому тема від надіслано
  feladó elküldve címzett tárgy dátum
  de la trimis către subiect
  από στάλθηκε προς θέμα ημερομηνία
  发件人 发送时间 收件人 主题 日期 寄件者 傳送時間 收件者 主旨 差出人 送信日時 宛先 件名 日時 보낸 사람 보낸 날짜 받는 사람 제목 날짜
  מאת נשלח אל נושא תאריך من تم الإرسال إلى الموضوع التاريخ`.split(/\s+/),
)
const fieldName = /^[*\s]*([\p{L}\p{M}\s.-]{1,30})\*?\s?[:\uff1a]/u
const isField = (line = '') => {
  const [, name = ''] = fieldName.exec(line) ?? []
  const words = name.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length > 0 && words.every((word) => headerNames.has(word))
}
const leastFields = 3
const mostLinesOfHeader = 14

/** The index at which the header block at the end of `lines` begins. A long field may take several lines. */
function headerBlockAtEnd(lines: string[]): number | undefined {
  let start = lines.length
  let fields = 0
  for (let at = lines.length - 1; at >= 0 && lines.length - at <= mostLinesOfHeader; at--) {
    if (isField(lines[at])) {
      fields++
      start = at
    } else if (
      isBlank(lines[at]) ? fields >= leastFields && !isField(lines[at - 1]) : !isField(lines[at - 1])
    )
      break
  }
  const isHeader = fields >= leastFields && lines.slice(start).some((line) => line.includes('@'))
  return isHeader ? start : undefined
}

/** Of the languages that mail programs are translated into most. */
const verbs =
  `wrote writes schrieb écrit escribió escribio escrito escreveu scritto schreef geschreven skrev kirjoitti napisał pisze
  napsal napísal написал пише написав yazdı írta scris έγραψε 写道 寫道 のメッセージ 書きました 작성 כתב كتب viết เขียน menulis scrisse`.split(
    /\s+/,
  )
/** A time alone is in the sentences of writers as well. */
const day = /\b\d{4}\b|\d[./-]\d{1,2}[./-]\d|\d\s?[年월月日]/
const attributionEnd = /(?:[:\uff1a]|--)$/
/** Of a date that goes on in the next line: `On Saturday, November 21,`. */
const attributionStart =
  /^[-\s]*(?:On|Am|Le|El|Il|Em|Op|Den|Dne|Dnia|W dniu|Pe|Στις|At|Vào|Pada|Tarih|Da)(?:\s\S+){0,3}\s\d+[.,]*$/i
const mostLinesOfAttribution = 4
const sentenceEnd = /[.!?…:;"”]$/

const signsOfAttribution = (lines: string[]) => {
  const text = lines.join(' ')
  const words = text.split(/\s+/)
  const withoutAddresses = words.filter((word) => !word.includes('@')).join(' ')
  const lower = text.toLowerCase()
  return {
    hasAddress: text.includes('@'),
    hasDay: day.test(withoutAddresses),
    hasVerb: verbs.some((verb) => lower.includes(verb)),
  }
}

/** The index at which `On … wrote:` at the end of `lines` begins. One with a day is preferred to a shorter one. */
function attributionAtEnd(lines: string[]): number | undefined {
  if (!attributionEnd.test(lines.at(-1) ?? '')) return undefined
  const last = lines.length - 1
  // A line before it that ends like a sentence is the writer's.
  const before = lines.findLastIndex((line, at) => at < last && (isBlank(line) || sentenceEnd.test(line)))
  const length = Math.min(last - before, mostLinesOfAttribution)
  const starts = Array.from({ length }, (_, n) => last - n)
  const found = starts.map((start) => ({ start, ...signsOfAttribution(lines.slice(start)) }))
  const dated = found.find(({ hasDay, hasAddress, hasVerb }) => hasDay && (hasAddress || hasVerb))
  const start = (dated ?? found.find(({ hasAddress, hasVerb }) => hasAddress && hasVerb))?.start
  if (start === undefined) return undefined
  const isBroken =
    starts.includes(start - 1) &&
    /^\d/.test(lines[start] ?? '') &&
    attributionStart.test(lines[start - 1] ?? '')
  return isBroken ? start - 1 : start
}

function certainAttributionAtEnd(lines: string[]): number | undefined {
  const start = attributionAtEnd(lines)
  if (start === undefined) return undefined
  const { hasAddress, hasDay, hasVerb } = signsOfAttribution(lines.slice(start))
  return hasAddress && hasDay && hasVerb ? start : undefined
}

const mostLinesOfSignature = 10
const longestDeviceLine = 200

/** `Sent from my iPhone` and the like, in the words of the programs that add it: a verb and a device, or a program. */
const sentFrom =
  /^(?:sent (?:from|via|with|using)|gesendet (?:von|mit|über)|von meine.* gesendet|diese nachricht wurde von|envoyé (?:de|depuis|à partir|avec)|enviado (?:desde|do|de|da|a partir|con|com|pelo)|inviato (?:da|con)|verzonden (?:vanaf|met|via|vanuit)|verstuurd (?:vanaf|met|via)|skickat från|sendt fra|lähetetty|wysłan[eo] (?:z|za)|odesláno z|odoslané z|отправлено (?:с|из)|надіслано з|trimis de pe|elküldve|στάλθηκε από)(?!\p{L})/iu
const device =
  /\b(?:iphone|ipad|android|galaxy|samsung|xiaomi|redmi|huawei|oneplus|pixel|motorola|nokia|oppo|outlook|yahoo|proton|thunderbird|blackberry|mail (?:for|für|pour|para|per|voor) windows|tutanota|tuta|fastmail|k-9|fairemail|aol|gmx|web\.de|gmail|zoho|superhuman|spark|bluemail|airmail|mailspring)\b/i
const ownDevice =
  /\b(?:my|meinem|mon|mi|meu|mio|mijn|min) (?:mobile(?: phone| device)?|phone|smartphone|tablet|device|handy|mobiltelefon|téléphone|móvil|celular|teléfono|cellulare|telefoon|mobil|telefon)\.?$/i
const getProgram =
  /^(?:get|télécharger|obtenir|obtener|obter o|scarica|ottieni|hämta|hent|hole?|hol dir|laden sie)? ?(?:outlook|bluemail) (?:for|pour|para|per|für|voor|til|för) (?:ios|android|mac|windows)\b/i
const deviceFirst =
  /^(?:iphone|ipad|android|スマートフォン)(?:から送信|에서 보냄|'umdan gönderildi|'dan gönderildi)$|^[发發]自我的 ?[\w -]+$|^從我的 ?[\w -]+ ?傳送$|^나의 ?[\w -]+에서 보냄$/i
/** All words of those lines but numbers. With any other word it is a sentence of the writer's. */
const wordsOfDeviceLines = new Set(
  `sent get from via with using my the on for mail email e app application mobile phone smartphone tablet device secure
  please excuse my brevity any typos verizon
  gesendet von mit über diese nachricht wurde meinem meiner der die gerät handy mobiltelefon für sichere sicherer
  beziehen herunterladen hole hol dir laden sie bitte entschuldigen kürze
  envoyé de d depuis à partir avec mon ma l appareil téléphone pour messagerie sécurisée courriel veuillez excuser brièveté
  télécharger obtenir
  enviado desde do da a con com pelo mi meu minha móvil celular teléfono dispositivo aplicación para correo seguro
  obtener obter o
  inviato con mio mia cellulare telefono dispositivo per scarica ottieni
  verzonden verstuurd vanaf met vanuit mijn telefoon toestel voor downloaden
  skickat från min sendt fra mobil telefon til för hämta hent lähetetty minun puhelimesta
  wysłano wysłane z za mojego telefonu odesláno mého odoslané отправлено с из моего надіслано мого
  trimis pe elküldve στάλθηκε από το
  iphone ipad ios mac windows android galaxy samsung ultra plus pro max mini fe se xiaomi redmi note huawei oneplus pixel
  motorola moto nokia oppo outlook yahoo proton thunderbird blackberry tutanota tuta fastmail k fairemail aol gmx web gmail
  zoho superhuman spark bluemail airmail mailspring`.split(/\s+/),
)
const address = /https?:\S+/g

function isDeviceLine(given: string): boolean {
  if (given.length > longestDeviceLine) return false
  const line = given.replace(address, '').trim()
  if (deviceFirst.test(line)) return true
  const words = line.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return (
    words.every((word) => /\d/.test(word) || wordsOfDeviceLines.has(word)) &&
    (getProgram.test(line) || (sentFrom.test(line) && (device.test(line) || ownDevice.test(line))))
  )
}

function withoutSignature(given: string[]): string[] {
  const lines = trimmed(given)
  const at = lines.lastIndexOf(delimiter)
  const isSignature = at >= 0 && lines.length - at <= mostLinesOfSignature
  const own = trimmed(isSignature ? lines.slice(0, at) : lines)
  return isDeviceLine(own.at(-1)?.trim() ?? '') ? trimmed(own.slice(0, -1)) : own
}
