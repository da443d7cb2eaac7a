/** Other names by which a student looks for an option of a list that is written from a package, by its code. */
type Aliases = Readonly<Record<string, string>>;

/**
 * Official, former, common and own names, and abbreviations, parted by commas; of what differs only in case, accents or
 * signs one is enough. The script adds the codes of countries with two letters; those with three are values of the list.
 */
export const COUNTRY_ALIASES = readAliases(`
  AE UAE, Emirates, Dubai, Abu Dhabi; AL Shqipëria; AM Hayastan; AT Österreich;
  BA Bosnia, Bosna i Hercegovina, BiH; BE België, Belgique, Belgien; BF Upper Volta; BJ Dahomey; BN Brunei;
  BO Plurinational State of Bolivia; BQ Caribbean Netherlands; BR Brasil; BS The Bahamas;
  BY Belorussia, Byelorussia, White Russia; CC Keeling Islands;
  CD DRC, DR Congo, Democratic Republic of the Congo, Congo Kinshasa, Zaire; CF CAR;
  CG Republic of the Congo, Congo Brazzaville; CH Schweiz, Suisse, Svizzera; CI Ivory Coast;
  CN PRC, People’s Republic of China, Mainland China, Zhongguo; CV Cabo Verde; CW Netherlands Antilles;
  CZ Czechia, Česko, Czechoslovakia;
  DE Deutschland, Federal Republic of Germany, West Germany, East Germany; DK Danmark;
  DO República Dominicana; DZ Algérie; EE Eesti; EG Misr; ES España; ET Abyssinia; FI Suomi;
  FM Federated States of Micronesia;
  GB UK, GBR, Great Britain, Britain, England, Scotland, Wales, Northern Ireland; GE Sakartvelo;
  GH Gold Coast; GM The Gambia; GN Guinea Conakry; GR Hellas; HK Hong Kong SAR; HR Hrvatska;
  HU Magyarország; IE Republic of Ireland, Éire; IN Bharat; IR Persia, Islamic Republic of Iran; IS Ísland;
  IT Italia; JP Nippon; KH Kampuchea; KN St Kitts; KP DPRK, Democratic People’s Republic of Korea;
  KR Korea, ROK, Republic of Korea, Hanguk; LA Laos; LK Ceylon; LT Lietuva; LV Latvija; MA Maroc;
  MD Moldavia, Republic of Moldova; MK Macedonia, FYROM; MM Burma; MO Macau;
  NL Holland, The Netherlands, Nederland; NO Norge; NZ Aotearoa; PH The Philippines, Pilipinas; PL Polska;
  PS State of Palestine, West Bank, Gaza; RO România; RS Srbija, Yugoslavia;
  RU Russian Federation, USSR, Soviet Union, Rossiya; SA KSA, Kingdom of Saudi Arabia; SE Sverige;
  SI Slovenija; SK Slovensko, Slovak Republic; SR Dutch Guiana; SY Syria; SZ Swaziland; TH Siam;
  TL East Timor; TR Turkey; TW Republic of China, ROC, Formosa, Chinese Taipei; TZ Tanganyika, Zanzibar;
  US USA, United States of America, America, The United States, Estados Unidos, EEUU;
  VA Vatican, The Vatican, Vatican City; VC St Vincent; VE Bolivarian Republic of Venezuela; VI USVI;
  WS Western Samoa; XK XKX; ZA RSA; ZM Northern Rhodesia; ZW Rhodesia
`);

/** By code of the country and of the region in it. */
export const REGION_ALIASES = readAliases(`
  US-AZ Ariz; US-CA Calif; US-DC Washington DC; US-FL Fla; US-FM Federated States of Micronesia;
  US-MP CNMI, Saipan; US-NC N Carolina; US-ND N Dakota; US-PA Penna; US-SC S Carolina; US-SD S Dakota;
  US-VI USVI, US Virgin Islands; US-WV W Va, W Virginia; CA-AB Alta; CA-NL Nfld; CA-NT NWT; CA-PE PEI;
  CA-QC PQ; CA-YT Yukon Territory
`);

export const LANGUAGE_ALIASES = readAliases(`
  BN Bangla; DV Dhivehi, Maldivian; EL Hellenic; ES Castilian, Español; FA Farsi, Dari; FF Fulani;
  FR Français; DE Deutsch; GD Gaelic; HT Creole, Haitian Creole, Kreyòl; KL Greenlandic; KY Kirghiz;
  LG Luganda; MS Malaysian; MY Myanmar; NL Flemish; NY Nyanja, Chewa; OR Odia; PA Punjabi; PS Pushto;
  PT Brazilian; RN Rundi; RO Moldovan; RW Rwanda; SI Sinhalese; SL Slovene; SR Montenegrin;
  ST Sotho, Sesotho; SW Kiswahili; TL Filipino, Pilipino; TN Setswana; UG Uighur;
  ZH Mandarin, Cantonese, Taiwanese
`);

/** Reads entries that are parted by semicolons: a code, and the names. */
function readAliases(list: string): Aliases {
  const entries = list.split(';').map((entry) => entry.trim().split(/ (.*)/, 2));
  return Object.fromEntries(entries);
}
