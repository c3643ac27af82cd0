/** IANA zones by country, from tzdata's zone.tab. Territories count where the crisis line of the country answers them too. */
const zonesOf = {
  US: `America/Adak America/Anchorage America/Boise America/Chicago America/Denver America/Detroit
America/Indiana/Indianapolis America/Indiana/Knox America/Indiana/Marengo America/Indiana/Petersburg
America/Indiana/Tell_City America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac
America/Juneau America/Kentucky/Louisville America/Kentucky/Monticello America/Los_Angeles
America/Menominee America/Metlakatla America/New_York America/Nome America/North_Dakota/Beulah
America/North_Dakota/Center America/North_Dakota/New_Salem America/Phoenix America/Puerto_Rico
America/Sitka America/St_Thomas America/Yakutat Pacific/Guam Pacific/Honolulu`,
  CA: `America/Atikokan America/Blanc-Sablon America/Cambridge_Bay America/Creston America/Dawson
America/Dawson_Creek America/Edmonton America/Fort_Nelson America/Glace_Bay America/Goose_Bay
America/Halifax America/Inuvik America/Iqaluit America/Moncton America/Rankin_Inlet America/Regina
America/Resolute America/St_Johns America/Swift_Current America/Toronto America/Vancouver
America/Whitehorse America/Winnipeg`,
  GB: `Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London`,
  IE: `Europe/Dublin`,
  AU: `Antarctica/Macquarie Australia/Adelaide Australia/Brisbane Australia/Broken_Hill Australia/Darwin
Australia/Eucla Australia/Hobart Australia/Lindeman Australia/Lord_Howe Australia/Melbourne
Australia/Perth Australia/Sydney`,
  NZ: `Pacific/Auckland Pacific/Chatham`,
  ZA: `Africa/Johannesburg`,
  IN: `Asia/Kolkata`,
  ES: `Africa/Ceuta Atlantic/Canary Europe/Madrid`,
  MX: `America/Bahia_Banderas America/Cancun America/Chihuahua America/Ciudad_Juarez America/Hermosillo
America/Matamoros America/Mazatlan America/Merida America/Mexico_City America/Monterrey America/Ojinaga
America/Tijuana`,
  AR: `America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/Cordoba
America/Argentina/Jujuy America/Argentina/La_Rioja America/Argentina/Mendoza
America/Argentina/Rio_Gallegos America/Argentina/Salta America/Argentina/San_Juan
America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia`,
  CL: `America/Coyhaique America/Punta_Arenas America/Santiago Pacific/Easter`,
  PE: `America/Lima`,
  UY: `America/Montevideo`,
  FR: `America/Cayenne America/Guadeloupe America/Martinique Europe/Paris Indian/Mayotte Indian/Reunion`,
  BE: `Europe/Brussels`,
  CH: `Europe/Vaduz Europe/Zurich`,
  LU: `Europe/Luxembourg`,
  DE: `Europe/Berlin Europe/Busingen`,
  AT: `Europe/Vienna`,
  PT: `Atlantic/Azores Atlantic/Madeira Europe/Lisbon`,
  BR: `America/Araguaina America/Bahia America/Belem America/Boa_Vista America/Campo_Grande America/Cuiaba
America/Eirunepe America/Fortaleza America/Maceio America/Manaus America/Noronha America/Porto_Velho
America/Recife America/Rio_Branco America/Santarem America/Sao_Paulo`,
  IT: `Europe/Rome`,
  NL: `Europe/Amsterdam`,
  PL: `Europe/Warsaw`,
  SE: `Europe/Stockholm`,
  DK: `Europe/Copenhagen`,
  NO: `Arctic/Longyearbyen Europe/Oslo`,
  FI: `Europe/Helsinki Europe/Mariehamn`,
  JP: `Asia/Tokyo`,
  UA: `Europe/Kyiv`,
  TR: `Europe/Istanbul`,
}

export type Country = keyof typeof zonesOf

const countries = new Map(
  Object.entries(zonesOf).flatMap(([country, zones]) =>
    zones.split(/\s+/).map((zone) => [zone, country as Country] as const),
  ),
)

/** Undefined for zones of other countries, and for those of none, such as UTC. */
export const countryOf = (timezone: string): Country | undefined => countries.get(timezone)
