// Written by npm run generate; never edit by hand.

/** What the list "canadian-provinces" offers. */
export type CanadianProvincesOption =
  | "AB"
  | "BC"
  | "MB"
  | "NB"
  | "NL"
  | "NT"
  | "NS"
  | "NU"
  | "ON"
  | "PE"
  | "QC"
  | "SK"
  | "YT";

/** What the list "career-goals" offers. */
export type CareerGoalsOption =
  | "ART"
  | "BUS"
  | "EDU"
  | "ENG"
  | "ENV"
  | "HLT"
  | "LAW"
  | "COM"
  | "MIL"
  | "SCI"
  | "SOC"
  | "GRD"
  | "OTH"
  | "UND";

/** What the list "citizenship-types" offers. */
export type CitizenshipTypesOption =
  | "C"
  | "R"
  | "N"
  | "NRA";

/** What the list "counselor-positions" offers. */
export type CounselorPositionsOption =
  | "SC"
  | "CC"
  | "AP"
  | "PR"
  | "TE"
  | "HS"
  | "OTH";

/** What the list "countries-no-usa" offers. */
export type CountriesNoUsaOption =
  | "CAN"
  | "AFG"
  | "ALA"
  | "ALB"
  | "DZA"
  | "ASM"
  | "AND"
  | "AGO"
  | "AIA"
  | "ATA"
  | "ATG"
  | "ARG"
  | "ARM"
  | "ABW"
  | "AUS"
  | "AUT"
  | "AZE"
  | "BHS"
  | "BHR"
  | "BGD"
  | "BRB"
  | "BLR"
  | "BEL"
  | "BLZ"
  | "BEN"
  | "BMU"
  | "BTN"
  | "BOL"
  | "BES"
  | "BIH"
  | "BWA"
  | "BVT"
  | "BRA"
  | "IOT"
  | "VGB"
  | "BRN"
  | "BGR"
  | "BFA"
  | "BDI"
  | "KHM"
  | "CMR"
  | "CPV"
  | "CYM"
  | "CAF"
  | "TCD"
  | "CHL"
  | "CHN"
  | "CXR"
  | "CCK"
  | "COL"
  | "COM"
  | "COD"
  | "COG"
  | "COK"
  | "CRI"
  | "CIV"
  | "HRV"
  | "CUB"
  | "CUW"
  | "CYP"
  | "CZE"
  | "DNK"
  | "DJI"
  | "DMA"
  | "DOM"
  | "ECU"
  | "EGY"
  | "SLV"
  | "GNQ"
  | "ERI"
  | "EST"
  | "SWZ"
  | "ETH"
  | "FLK"
  | "FRO"
  | "FJI"
  | "FIN"
  | "FRA"
  | "GUF"
  | "PYF"
  | "ATF"
  | "GAB"
  | "GMB"
  | "GEO"
  | "DEU"
  | "GHA"
  | "GIB"
  | "GRC"
  | "GRL"
  | "GRD"
  | "GLP"
  | "GUM"
  | "GTM"
  | "GGY"
  | "GIN"
  | "GNB"
  | "GUY"
  | "HTI"
  | "HMD"
  | "VAT"
  | "HND"
  | "HKG"
  | "HUN"
  | "ISL"
  | "IND"
  | "IDN"
  | "IRN"
  | "IRQ"
  | "IRL"
  | "IMN"
  | "ISR"
  | "ITA"
  | "JAM"
  | "JPN"
  | "JEY"
  | "JOR"
  | "KAZ"
  | "KEN"
  | "KIR"
  | "XKK"
  | "KWT"
  | "KGZ"
  | "LAO"
  | "LVA"
  | "LBN"
  | "LSO"
  | "LBR"
  | "LBY"
  | "LIE"
  | "LTU"
  | "LUX"
  | "MAC"
  | "MDG"
  | "MWI"
  | "MYS"
  | "MDV"
  | "MLI"
  | "MLT"
  | "MHL"
  | "MTQ"
  | "MRT"
  | "MUS"
  | "MYT"
  | "MEX"
  | "FSM"
  | "MDA"
  | "MCO"
  | "MNG"
  | "MNE"
  | "MSR"
  | "MAR"
  | "MOZ"
  | "MMR"
  | "NAM"
  | "NRU"
  | "NPL"
  | "NLD"
  | "NCL"
  | "NZL"
  | "NIC"
  | "NER"
  | "NGA"
  | "NIU"
  | "NFK"
  | "PRK"
  | "MKD"
  | "MNP"
  | "NOR"
  | "OMN"
  | "PAK"
  | "PLW"
  | "PSE"
  | "PAN"
  | "PNG"
  | "PRY"
  | "PER"
  | "PHL"
  | "PCN"
  | "POL"
  | "PRT"
  | "PRI"
  | "QAT"
  | "REU"
  | "ROU"
  | "RUS"
  | "RWA"
  | "BLM"
  | "SHN"
  | "KNA"
  | "LCA"
  | "MAF"
  | "SPM"
  | "VCT"
  | "WSM"
  | "SMR"
  | "STP"
  | "SAU"
  | "SEN"
  | "SRB"
  | "SYC"
  | "SLE"
  | "SGP"
  | "SXM"
  | "SVK"
  | "SVN"
  | "SLB"
  | "SOM"
  | "ZAF"
  | "SGS"
  | "KOR"
  | "SSD"
  | "ESP"
  | "LKA"
  | "SDN"
  | "SUR"
  | "SJM"
  | "SWE"
  | "CHE"
  | "SYR"
  | "TWN"
  | "TJK"
  | "TZA"
  | "THA"
  | "TLS"
  | "TGO"
  | "TKL"
  | "TON"
  | "TTO"
  | "TUN"
  | "TUR"
  | "TKM"
  | "TCA"
  | "TUV"
  | "VIR"
  | "UGA"
  | "UKR"
  | "ARE"
  | "UK"
  | "UMI"
  | "URY"
  | "UZB"
  | "VUT"
  | "VEN"
  | "VNM"
  | "WLF"
  | "ESH"
  | "YEM"
  | "ZMB"
  | "ZWE";

/** What the list "countries" offers. */
export type CountriesOption =
  | "USA"
  | "CAN"
  | "AFG"
  | "ALA"
  | "ALB"
  | "DZA"
  | "ASM"
  | "AND"
  | "AGO"
  | "AIA"
  | "ATA"
  | "ATG"
  | "ARG"
  | "ARM"
  | "ABW"
  | "AUS"
  | "AUT"
  | "AZE"
  | "BHS"
  | "BHR"
  | "BGD"
  | "BRB"
  | "BLR"
  | "BEL"
  | "BLZ"
  | "BEN"
  | "BMU"
  | "BTN"
  | "BOL"
  | "BES"
  | "BIH"
  | "BWA"
  | "BVT"
  | "BRA"
  | "IOT"
  | "VGB"
  | "BRN"
  | "BGR"
  | "BFA"
  | "BDI"
  | "KHM"
  | "CMR"
  | "CPV"
  | "CYM"
  | "CAF"
  | "TCD"
  | "CHL"
  | "CHN"
  | "CXR"
  | "CCK"
  | "COL"
  | "COM"
  | "COD"
  | "COG"
  | "COK"
  | "CRI"
  | "CIV"
  | "HRV"
  | "CUB"
  | "CUW"
  | "CYP"
  | "CZE"
  | "DNK"
  | "DJI"
  | "DMA"
  | "DOM"
  | "ECU"
  | "EGY"
  | "SLV"
  | "GNQ"
  | "ERI"
  | "EST"
  | "SWZ"
  | "ETH"
  | "FLK"
  | "FRO"
  | "FJI"
  | "FIN"
  | "FRA"
  | "GUF"
  | "PYF"
  | "ATF"
  | "GAB"
  | "GMB"
  | "GEO"
  | "DEU"
  | "GHA"
  | "GIB"
  | "GRC"
  | "GRL"
  | "GRD"
  | "GLP"
  | "GUM"
  | "GTM"
  | "GGY"
  | "GIN"
  | "GNB"
  | "GUY"
  | "HTI"
  | "HMD"
  | "VAT"
  | "HND"
  | "HKG"
  | "HUN"
  | "ISL"
  | "IND"
  | "IDN"
  | "IRN"
  | "IRQ"
  | "IRL"
  | "IMN"
  | "ISR"
  | "ITA"
  | "JAM"
  | "JPN"
  | "JEY"
  | "JOR"
  | "KAZ"
  | "KEN"
  | "KIR"
  | "XKK"
  | "KWT"
  | "KGZ"
  | "LAO"
  | "LVA"
  | "LBN"
  | "LSO"
  | "LBR"
  | "LBY"
  | "LIE"
  | "LTU"
  | "LUX"
  | "MAC"
  | "MDG"
  | "MWI"
  | "MYS"
  | "MDV"
  | "MLI"
  | "MLT"
  | "MHL"
  | "MTQ"
  | "MRT"
  | "MUS"
  | "MYT"
  | "MEX"
  | "FSM"
  | "MDA"
  | "MCO"
  | "MNG"
  | "MNE"
  | "MSR"
  | "MAR"
  | "MOZ"
  | "MMR"
  | "NAM"
  | "NRU"
  | "NPL"
  | "NLD"
  | "NCL"
  | "NZL"
  | "NIC"
  | "NER"
  | "NGA"
  | "NIU"
  | "NFK"
  | "PRK"
  | "MKD"
  | "MNP"
  | "NOR"
  | "OMN"
  | "PAK"
  | "PLW"
  | "PSE"
  | "PAN"
  | "PNG"
  | "PRY"
  | "PER"
  | "PHL"
  | "PCN"
  | "POL"
  | "PRT"
  | "PRI"
  | "QAT"
  | "REU"
  | "ROU"
  | "RUS"
  | "RWA"
  | "BLM"
  | "SHN"
  | "KNA"
  | "LCA"
  | "MAF"
  | "SPM"
  | "VCT"
  | "WSM"
  | "SMR"
  | "STP"
  | "SAU"
  | "SEN"
  | "SRB"
  | "SYC"
  | "SLE"
  | "SGP"
  | "SXM"
  | "SVK"
  | "SVN"
  | "SLB"
  | "SOM"
  | "ZAF"
  | "SGS"
  | "KOR"
  | "SSD"
  | "ESP"
  | "LKA"
  | "SDN"
  | "SUR"
  | "SJM"
  | "SWE"
  | "CHE"
  | "SYR"
  | "TWN"
  | "TJK"
  | "TZA"
  | "THA"
  | "TLS"
  | "TGO"
  | "TKL"
  | "TON"
  | "TTO"
  | "TUN"
  | "TUR"
  | "TKM"
  | "TCA"
  | "TUV"
  | "VIR"
  | "UGA"
  | "UKR"
  | "ARE"
  | "UK"
  | "UMI"
  | "URY"
  | "UZB"
  | "VUT"
  | "VEN"
  | "VNM"
  | "WLF"
  | "ESH"
  | "YEM"
  | "ZMB"
  | "ZWE";

/** What the list "dial-codes" offers. */
export type DialCodesOption =
  | "1"
  | "7"
  | "20"
  | "27"
  | "30"
  | "31"
  | "32"
  | "33"
  | "34"
  | "36"
  | "39"
  | "40"
  | "41"
  | "43"
  | "44"
  | "45"
  | "46"
  | "47"
  | "48"
  | "49"
  | "51"
  | "52"
  | "53"
  | "54"
  | "55"
  | "56"
  | "57"
  | "58"
  | "60"
  | "61"
  | "62"
  | "63"
  | "64"
  | "65"
  | "66"
  | "81"
  | "82"
  | "84"
  | "86"
  | "90"
  | "91"
  | "92"
  | "93"
  | "94"
  | "95"
  | "98"
  | "211"
  | "212"
  | "213"
  | "216"
  | "218"
  | "220"
  | "221"
  | "222"
  | "223"
  | "224"
  | "225"
  | "226"
  | "227"
  | "228"
  | "229"
  | "230"
  | "231"
  | "232"
  | "233"
  | "234"
  | "235"
  | "236"
  | "237"
  | "238"
  | "239"
  | "240"
  | "241"
  | "242"
  | "243"
  | "244"
  | "245"
  | "246"
  | "247"
  | "248"
  | "249"
  | "250"
  | "251"
  | "252"
  | "253"
  | "254"
  | "255"
  | "256"
  | "257"
  | "258"
  | "260"
  | "261"
  | "262"
  | "263"
  | "264"
  | "265"
  | "266"
  | "267"
  | "268"
  | "269"
  | "290"
  | "291"
  | "297"
  | "298"
  | "299"
  | "350"
  | "351"
  | "352"
  | "353"
  | "354"
  | "355"
  | "356"
  | "357"
  | "358"
  | "359"
  | "370"
  | "371"
  | "372"
  | "373"
  | "374"
  | "375"
  | "376"
  | "377"
  | "378"
  | "380"
  | "381"
  | "382"
  | "383"
  | "385"
  | "386"
  | "387"
  | "389"
  | "420"
  | "421"
  | "423"
  | "500"
  | "501"
  | "502"
  | "503"
  | "504"
  | "505"
  | "506"
  | "507"
  | "508"
  | "509"
  | "590"
  | "591"
  | "592"
  | "593"
  | "594"
  | "595"
  | "596"
  | "597"
  | "598"
  | "599"
  | "670"
  | "672"
  | "673"
  | "674"
  | "675"
  | "676"
  | "677"
  | "678"
  | "679"
  | "680"
  | "681"
  | "682"
  | "683"
  | "685"
  | "686"
  | "687"
  | "688"
  | "689"
  | "690"
  | "691"
  | "692"
  | "850"
  | "852"
  | "853"
  | "855"
  | "856"
  | "880"
  | "886"
  | "960"
  | "961"
  | "962"
  | "963"
  | "964"
  | "965"
  | "966"
  | "967"
  | "968"
  | "970"
  | "971"
  | "972"
  | "973"
  | "974"
  | "975"
  | "976"
  | "977"
  | "992"
  | "993"
  | "994"
  | "995"
  | "996"
  | "998";

/** What the list "entry-terms" offers. */
export type EntryTermsOption =
  | "2027SP"
  | "2027SU"
  | "2027FA"
  | "2028SP";

/** What the list "first-heard" offers. */
export type FirstHeardOption =
  | "COUN"
  | "REP"
  | "FAIR"
  | "FAM"
  | "ALUM"
  | "VIS"
  | "SRCH"
  | "WEB"
  | "SOC"
  | "MAIL"
  | "ATH"
  | "OTH";

/** What the list "genders" offers. */
export type GendersOption =
  | "F"
  | "M"
  | "X"
  | "U"
  | "N";

/** What the list "influences" offers. */
export type InfluencesOption =
  | "ACAD"
  | "COST"
  | "LOC"
  | "SIZE"
  | "CAR"
  | "REP"
  | "LIFE"
  | "ATH"
  | "VIS"
  | "FAM"
  | "COUN"
  | "OTH";

/** What the list "languages" offers. */
export type LanguagesOption =
  | "EN"
  | "ES"
  | "AB"
  | "AA"
  | "AF"
  | "AK"
  | "SQ"
  | "AM"
  | "AR"
  | "AN"
  | "HY"
  | "AS"
  | "AV"
  | "AE"
  | "AY"
  | "AZ"
  | "BM"
  | "BA"
  | "EU"
  | "BE"
  | "BN"
  | "BI"
  | "BS"
  | "BR"
  | "BG"
  | "MY"
  | "CA"
  | "CH"
  | "CE"
  | "NY"
  | "ZH"
  | "CV"
  | "KW"
  | "CO"
  | "CR"
  | "HR"
  | "CS"
  | "DA"
  | "DV"
  | "NL"
  | "DZ"
  | "EO"
  | "ET"
  | "EE"
  | "FO"
  | "FJ"
  | "FI"
  | "FR"
  | "FF"
  | "GL"
  | "LG"
  | "KA"
  | "DE"
  | "EL"
  | "GN"
  | "GU"
  | "HT"
  | "HA"
  | "HE"
  | "HZ"
  | "HI"
  | "HO"
  | "HU"
  | "IS"
  | "IO"
  | "IG"
  | "ID"
  | "IA"
  | "IE"
  | "IU"
  | "IK"
  | "GA"
  | "IT"
  | "JA"
  | "JV"
  | "KL"
  | "KN"
  | "KR"
  | "KS"
  | "KK"
  | "KM"
  | "KI"
  | "RW"
  | "RN"
  | "KV"
  | "KG"
  | "KO"
  | "KU"
  | "KJ"
  | "KY"
  | "LO"
  | "LA"
  | "LV"
  | "LI"
  | "LN"
  | "LT"
  | "LU"
  | "LB"
  | "MK"
  | "MG"
  | "MS"
  | "ML"
  | "MT"
  | "GV"
  | "MI"
  | "MR"
  | "MH"
  | "MN"
  | "NA"
  | "NV"
  | "NG"
  | "NE"
  | "ND"
  | "SE"
  | "NO"
  | "NB"
  | "NN"
  | "II"
  | "OC"
  | "OJ"
  | "CU"
  | "OR"
  | "OM"
  | "OS"
  | "PI"
  | "PA"
  | "PS"
  | "FA"
  | "PL"
  | "PT"
  | "QU"
  | "RO"
  | "RM"
  | "RU"
  | "SM"
  | "SG"
  | "SA"
  | "SC"
  | "GD"
  | "SR"
  | "SN"
  | "SD"
  | "SI"
  | "SK"
  | "SL"
  | "SO"
  | "NR"
  | "ST"
  | "SU"
  | "SW"
  | "SS"
  | "SV"
  | "TL"
  | "TY"
  | "TG"
  | "TA"
  | "TT"
  | "TE"
  | "TH"
  | "BO"
  | "TI"
  | "TO"
  | "TS"
  | "TN"
  | "TR"
  | "TK"
  | "TW"
  | "UK"
  | "UR"
  | "UG"
  | "UZ"
  | "VE"
  | "VI"
  | "VO"
  | "WA"
  | "CY"
  | "FY"
  | "WO"
  | "XH"
  | "YI"
  | "YO"
  | "ZA"
  | "ZU"
  | "OTH";

/** What the list "legacy-relationships" offers. */
export type LegacyRelationshipsOption =
  | "PA"
  | "SP"
  | "GP"
  | "GG"
  | "SI"
  | "AU"
  | "CO"
  | "SO"
  | "CH"
  | "OT";

/** What the list "majors" offers. */
export type MajorsOption =
  | "50.0703"
  | "50.0301"
  | "50.0601"
  | "50.0409"
  | "50.0901"
  | "50.0701"
  | "50.0501"
  | "52.0301"
  | "52.0201"
  | "30.7102"
  | "52.2001"
  | "52.0701"
  | "52.0801"
  | "52.0901"
  | "52.1001"
  | "52.1101"
  | "52.1201"
  | "52.1401"
  | "52.0203"
  | "09.0101"
  | "09.0401"
  | "09.0902"
  | "11.0701"
  | "11.1003"
  | "30.7001"
  | "11.0103"
  | "14.0903"
  | "13.1210"
  | "13.1202"
  | "13.1312"
  | "13.1205"
  | "13.1001"
  | "14.0201"
  | "14.0501"
  | "14.0701"
  | "14.0801"
  | "14.0901"
  | "14.1001"
  | "14.0101"
  | "14.1401"
  | "14.1901"
  | "31.0505"
  | "51.0701"
  | "51.3801"
  | "51.3101"
  | "51.1102"
  | "51.2201"
  | "51.0203"
  | "23.1302"
  | "23.0101"
  | "54.0101"
  | "16.0101"
  | "38.0101"
  | "38.0201"
  | "16.0905"
  | "05.0207"
  | "40.0201"
  | "26.0202"
  | "26.0101"
  | "40.0501"
  | "26.1301"
  | "03.0104"
  | "40.0601"
  | "27.0101"
  | "26.1501"
  | "40.0801"
  | "27.0501"
  | "45.0201"
  | "43.0104"
  | "45.0601"
  | "45.0701"
  | "45.0901"
  | "45.1001"
  | "22.0001"
  | "42.0101"
  | "44.0501"
  | "44.0701"
  | "45.1101"
  | "24.0102";

/** What the list "marital-statuses" offers. */
export type MaritalStatusesOption =
  | "S"
  | "U"
  | "P"
  | "M"
  | "R"
  | "X"
  | "D"
  | "W";

/** What the list "months" offers. */
export type MonthsOption =
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "10"
  | "11"
  | "12";

/** What the list "parent-relationships" offers. */
export type ParentRelationshipsOption =
  | "MO"
  | "FA"
  | "PA"
  | "SM"
  | "SF"
  | "GM"
  | "GF"
  | "FP"
  | "LG"
  | "OR"
  | "OT";

/** What the list "prefixes" offers. */
export type PrefixesOption =
  | "Mr."
  | "Ms."
  | "Mrs."
  | "Mx."
  | "Dr."
  | "Other";

/** What the list "pronouns" offers. */
export type PronounsOption =
  | "she"
  | "he"
  | "they"
  | "other";

/** What the list "religions" offers. */
export type ReligionsOption =
  | "AME"
  | "ANG"
  | "AOG"
  | "BAP"
  | "BRE"
  | "CHR"
  | "CRC"
  | "COC"
  | "COG"
  | "LDS"
  | "NAZ"
  | "COP"
  | "EAS"
  | "EPI"
  | "EVC"
  | "EVF"
  | "JEH"
  | "LUT"
  | "MEN"
  | "MOR"
  | "NON"
  | "PEN"
  | "PRE"
  | "FRI"
  | "REF"
  | "CAT"
  | "SAL"
  | "SDA"
  | "SBC"
  | "UCC"
  | "UMC"
  | "WES"
  | "OCH"
  | "BAH"
  | "BUD"
  | "CNF"
  | "HIN"
  | "JAI"
  | "JEW"
  | "MUS"
  | "IND"
  | "SHI"
  | "SIK"
  | "TAO"
  | "UNI"
  | "ZOR"
  | "OTH"
  | "NOR"
  | "ATH"
  | "DEC";

/** What the list "sibling-relationships" offers. */
export type SiblingRelationshipsOption =
  | "BR"
  | "SI"
  | "SB"
  | "HB"
  | "HS"
  | "SP"
  | "SS"
  | "OT";

/** What the list "suffixes" offers. */
export type SuffixesOption =
  | "Jr."
  | "Sr."
  | "II"
  | "III"
  | "IV"
  | "V";

/** What the list "us-states" offers. */
export type UsStatesOption =
  | "AL"
  | "AK"
  | "AS"
  | "AZ"
  | "AR"
  | "CA"
  | "CO"
  | "CT"
  | "DE"
  | "DC"
  | "FM"
  | "FL"
  | "GA"
  | "GU"
  | "HI"
  | "ID"
  | "IL"
  | "IN"
  | "IA"
  | "KS"
  | "KY"
  | "LA"
  | "ME"
  | "MH"
  | "MD"
  | "MA"
  | "MI"
  | "MN"
  | "MS"
  | "MO"
  | "MT"
  | "NE"
  | "NV"
  | "NH"
  | "NJ"
  | "NM"
  | "NY"
  | "NC"
  | "ND"
  | "MP"
  | "OH"
  | "OK"
  | "OR"
  | "PW"
  | "PA"
  | "PR"
  | "RI"
  | "SC"
  | "SD"
  | "TN"
  | "TX"
  | "UT"
  | "VT"
  | "VI"
  | "VA"
  | "WA"
  | "WV"
  | "WI"
  | "WY"
  | "AA"
  | "AE"
  | "AP";

/** What the list "visa-types" offers. */
export type VisaTypesOption =
  | "NONE"
  | "F1"
  | "F2"
  | "J1"
  | "J2"
  | "M1"
  | "M2"
  | "A1"
  | "A2"
  | "A3"
  | "B1"
  | "B2"
  | "B1/B2"
  | "CW1"
  | "CW2"
  | "E1"
  | "E2"
  | "E3"
  | "E3D"
  | "G1"
  | "G2"
  | "G3"
  | "G4"
  | "G5"
  | "H1B"
  | "H1B1"
  | "H2A"
  | "H2B"
  | "H3"
  | "H4"
  | "I"
  | "K1"
  | "K2"
  | "K3"
  | "K4"
  | "L1"
  | "L2"
  | "N8"
  | "N9"
  | "NATO"
  | "O1"
  | "O2"
  | "O3"
  | "P1"
  | "P2"
  | "P3"
  | "P4"
  | "Q1"
  | "R1"
  | "R2"
  | "S"
  | "T1"
  | "T2"
  | "TN"
  | "TD"
  | "U1"
  | "U2"
  | "V1"
  | "OTH";

/** What the list "waiver" offers. */
export type WaiverOption =
  | "Y"
  | "N";

/** What the list "yes-no-unsure" offers. */
export type YesNoUnsureOption =
  | "Y"
  | "N"
  | "U";

/** What the list "yes-no" offers. */
export type YesNoOption =
  | "Y"
  | "N";

/** The answers of the page "about", by key. */
export type AboutPage = {
  /** First/Given Name. About You › Personal Information. Required. */
  readonly first_name: string;
  /** Last/Family Name. About You › Personal Information. Required. */
  readonly last_name: string;
  /** Prefix. About You › Personal Information. */
  readonly prefix?: PrefixesOption | "";
  /** The label of `prefix`. */
  readonly prefix_desc?: string;
  /** Middle Name. About You › Personal Information. */
  readonly middle_name?: string;
  /** Suffix. About You › Personal Information. */
  readonly suffix?: SuffixesOption | "";
  /** The label of `suffix`. */
  readonly suffix_desc?: string;
  /** Preferred First Name. About You › Personal Information. */
  readonly preferred_name?: string;
  /** Date of Birth. About You › Personal Information. Required. */
  readonly birth_date: string;
  /** Gender. About You › Personal Information. */
  readonly gender?: GendersOption | "";
  /** The label of `gender`. */
  readonly gender_desc?: string;
  /** Pronouns. About You › Personal Information. */
  readonly pronouns?: readonly PronounsOption[] | "";
  /** Cell Phone. About You › Phone Numbers. Required conditionally. */
  readonly phone_mobile?: string;
  /** Country Code. About You › Phone Numbers. */
  readonly cell_intl_code?: DialCodesOption | "";
  /** Yes, send me text message updates about my application. About You › Phone Numbers. */
  readonly optin_sms_ind?: boolean | "";
  /** Home Phone. About You › Phone Numbers. Required conditionally. */
  readonly phone_home?: string;
  /** Country Code. About You › Phone Numbers. */
  readonly phone_intl_code?: DialCodesOption | "";
  /** International Phone. About You › Phone Numbers. Required conditionally. */
  readonly phone_international?: string;
  /** Country. About You › Permanent Address. Required. */
  readonly country: CountriesOption;
  /** The label of `country`. */
  readonly country_desc: string;
  /** Address. About You › Permanent Address. Required. */
  readonly address_line_1: string;
  /** Apt. #. About You › Permanent Address. */
  readonly address_line_2?: string;
  /** ZIP/Postal Code. About You › Permanent Address. Required conditionally. */
  readonly zip?: string;
  /** City. About You › Permanent Address. Required. */
  readonly city: string;
  /** State/Province. About You › Permanent Address. Shown conditionally. Required conditionally. */
  readonly state?: string;
  /** The label of `state`. */
  readonly state_desc?: string;
  /** My mailing address is the same as my permanent address. About You › Mailing Address. */
  readonly mailing_addr_same_as_perm_addr?: boolean | "";
  /** Mailing Country. About You › Mailing Address. Shown conditionally. Required. */
  readonly mailing_country?: CountriesOption | "";
  /** The label of `mailing_country`. */
  readonly mailing_country_desc?: string;
  /** Mailing Address. About You › Mailing Address. Shown conditionally. Required. */
  readonly mailing_address_line_1?: string;
  /** Mailing Apt. #. About You › Mailing Address. Shown conditionally. */
  readonly mailing_address_line_2?: string;
  /** Mailing ZIP/Postal Code. About You › Mailing Address. Shown conditionally. Required conditionally. */
  readonly mailing_zip?: string;
  /** Mailing City. About You › Mailing Address. Shown conditionally. Required. */
  readonly mailing_city?: string;
  /** Mailing State/Province. About You › Mailing Address. Shown conditionally. Required conditionally. */
  readonly mailing_state?: string;
  /** The label of `mailing_state`. */
  readonly mailing_state_desc?: string;
  /** Attention (In Care Of). About You › Mailing Address. Shown conditionally. */
  readonly mailing_attention?: string;
  /** Use This Address From. About You › Mailing Address. Shown conditionally. */
  readonly mailing_addr_effective_date?: string;
  /** Use This Address Until. About You › Mailing Address. Shown conditionally. */
  readonly mailing_addr_expiration_date?: string;
  /** Citizenship Status. About You › Citizenship. Required. */
  readonly citizenship_type: CitizenshipTypesOption;
  /** The label of `citizenship_type`. */
  readonly citizenship_type_desc: string;
  /** Visa Type. About You › Citizenship. Shown conditionally. Required. */
  readonly citizenship_visa_status?: VisaTypesOption | "";
  /** The label of `citizenship_visa_status`. */
  readonly citizenship_visa_status_desc?: string;
  /** Visa Issue Date. About You › Citizenship. Shown conditionally. */
  readonly citizenship_visa_issue_date?: string;
  /** Visa Expiration Date. About You › Citizenship. Shown conditionally. */
  readonly citizenship_visa_expiry_date?: string;
  /** Date of Entry into the United States. About You › Citizenship. Shown conditionally. */
  readonly citizen_entry_date?: string;
  /** Permanent Resident Card. About You › Citizenship. Shown conditionally. */
  readonly student_upload_card?: "ANSWERED" | "";
  /** Country of Citizenship. About You › Citizenship. Shown conditionally. Required conditionally. */
  readonly citizenship?: CountriesNoUsaOption | "";
  /** The label of `citizenship`. */
  readonly citizenship_desc?: string;
  /** Other Country of Citizenship, if Any. About You › Citizenship. */
  readonly citizenship_2?: CountriesNoUsaOption | "";
  /** The label of `citizenship_2`. */
  readonly citizenship_2_desc?: string;
  /** Country of Birth. About You › Citizenship. */
  readonly birth_country?: CountriesOption | "";
  /** The label of `birth_country`. */
  readonly birth_country_desc?: string;
  /** Have you lived in the United States? About You › Citizenship. */
  readonly citizen_us?: YesNoOption | "";
  /** The label of `citizen_us`. */
  readonly citizen_us_desc?: string;
  /** Years Lived in the United States. About You › Citizenship. Shown conditionally. Required. */
  readonly years_in_usa?: string;
  /** Primary Language. About You › Citizenship. */
  readonly citizen_language?: LanguagesOption | "";
  /** The label of `citizen_language`. */
  readonly citizen_language_desc?: string;
  /** Other Language. About You › Citizenship. Shown conditionally. Required. */
  readonly citizen_language_other?: string;
  /** Are you Hispanic or Latino, including Spain? About You › Demographics. */
  readonly ethnicity?: YesNoOption | "";
  /** The label of `ethnicity`. */
  readonly ethnicity_desc?: string;
  /** American Indian or Alaska Native. About You › Demographics › How would you describe your race? */
  readonly race_american_indian?: boolean | "";
  /** Asian. About You › Demographics › How would you describe your race? */
  readonly race_asian?: boolean | "";
  /** Black or African American. About You › Demographics › How would you describe your race? */
  readonly race_black?: boolean | "";
  /** Native Hawaiian or Other Pacific Islander. About You › Demographics › How would you describe your race? */
  readonly race_native_hawaiian?: boolean | "";
  /** White. About You › Demographics › How would you describe your race? */
  readonly race_white?: boolean | "";
  /** Will you be the first in your family to earn a college degree? About You › Demographics. */
  readonly first_gen?: YesNoOption | "";
  /** The label of `first_gen`. */
  readonly first_gen_desc?: string;
  /** Religious Affiliation. About You › Demographics. */
  readonly religious_affiliation?: ReligionsOption | "";
  /** The label of `religious_affiliation`. */
  readonly religious_affiliation_desc?: string;
  /** Do you have a disability that you would like us to know about? About You › Demographics. */
  readonly disability?: YesNoOption | "";
  /** The label of `disability`. */
  readonly disability_desc?: string;
  /** Which support or accommodations would help you? About You › Demographics. Shown conditionally. */
  readonly accommodations?: string;
  /** I do not have a parent or guardian to name. About You › Parents and Guardians. */
  readonly no_parent_primary?: boolean | "";
  /** Parents' Marital Status. About You › Parents and Guardians. Shown conditionally. Required. */
  readonly parent_marital_status?: MaritalStatusesOption | "";
  /** The label of `parent_marital_status`. */
  readonly parent_marital_status_desc?: string;
  /** Primary Parent/Guardian Relationship to You. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. Required. */
  readonly parent_relationship?: ParentRelationshipsOption | "";
  /** The label of `parent_relationship`. */
  readonly parent_relationship_desc?: string;
  /** Primary Parent/Guardian First/Given Name. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. Required. */
  readonly parent_first_name?: string;
  /** Primary Parent/Guardian Last/Family Name. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. Required. */
  readonly parent_last_name?: string;
  /** Primary Parent/Guardian Prefix. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_prefix?: PrefixesOption | "";
  /** The label of `parent_prefix`. */
  readonly parent_prefix_desc?: string;
  /** Primary Parent/Guardian Middle Name. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_middle_name?: string;
  /** Primary Parent/Guardian Suffix. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_suffix?: SuffixesOption | "";
  /** The label of `parent_suffix`. */
  readonly parent_suffix_desc?: string;
  /** Primary Parent/Guardian Email. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_email_address?: string;
  /** Primary Parent/Guardian Home Phone. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_phone?: string;
  /** Primary Parent/Guardian Country Code. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_intl_phone_code?: DialCodesOption | "";
  /** Primary Parent/Guardian Address is the same as my permanent address. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_addr_same_as_stu_perm?: boolean | "";
  /** Primary Parent/Guardian Country. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_country?: CountriesOption | "";
  /** The label of `parent_country`. */
  readonly parent_country_desc?: string;
  /** Primary Parent/Guardian Address. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_address_line_1?: string;
  /** Primary Parent/Guardian Apt. #. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_address_line_2?: string;
  /** Primary Parent/Guardian ZIP/Postal Code. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_zip?: string;
  /** Primary Parent/Guardian City. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_city?: string;
  /** Primary Parent/Guardian State/Province. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_state?: string;
  /** The label of `parent_state`. */
  readonly parent_state_desc?: string;
  /** Primary Parent/Guardian Job Title. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_job_title?: string;
  /** Primary Parent/Guardian Employer. About You › Parents and Guardians › Primary Parent/Guardian. Shown conditionally. */
  readonly parent_employer_name?: string;
  /** Is this parent or guardian living? About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_living?: YesNoOption | "";
  /** The label of `parent_2_living`. */
  readonly parent_2_living_desc?: string;
  /** Parent/Guardian 2 Relationship to You. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. Required conditionally. */
  readonly parent_2_relationship?: ParentRelationshipsOption | "";
  /** The label of `parent_2_relationship`. */
  readonly parent_2_relationship_desc?: string;
  /** Parent/Guardian 2 First/Given Name. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. Required conditionally. */
  readonly parent_2_first_name?: string;
  /** Parent/Guardian 2 Last/Family Name. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. Required conditionally. */
  readonly parent_2_last_name?: string;
  /** Parent/Guardian 2 Prefix. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_prefix?: PrefixesOption | "";
  /** The label of `parent_2_prefix`. */
  readonly parent_2_prefix_desc?: string;
  /** Parent/Guardian 2 Middle Name. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_middle_name?: string;
  /** Parent/Guardian 2 Suffix. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_suffix?: SuffixesOption | "";
  /** The label of `parent_2_suffix`. */
  readonly parent_2_suffix_desc?: string;
  /** Date of Passing. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_deceased_day?: string;
  /** Parent/Guardian 2 Email. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_email_address?: string;
  /** Parent/Guardian 2 Home Phone. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_phone?: string;
  /** Parent/Guardian 2 Country Code. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_intl_phone_code?: DialCodesOption | "";
  /** Parent/Guardian 2 Address is the same as my permanent address. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_addr_same_as_stu_perm?: boolean | "";
  /** Parent/Guardian 2 Country. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_country?: CountriesOption | "";
  /** The label of `parent_2_country`. */
  readonly parent_2_country_desc?: string;
  /** Parent/Guardian 2 Address. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_address_line_1?: string;
  /** Parent/Guardian 2 Apt. #. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_address_line_2?: string;
  /** Parent/Guardian 2 ZIP/Postal Code. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_zip?: string;
  /** Parent/Guardian 2 City. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_city?: string;
  /** Parent/Guardian 2 State/Province. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_state?: string;
  /** The label of `parent_2_state`. */
  readonly parent_2_state_desc?: string;
  /** Parent/Guardian 2 Job Title. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_job_title?: string;
  /** Parent/Guardian 2 Employer. About You › Parents and Guardians › Parent/Guardian 2. Shown conditionally. */
  readonly parent_2_employer_name?: string;
  /** Did anyone in your family attend Front Range University? About You › Legacy Connections. Required. */
  readonly legacy_ind: YesNoOption;
  /** The label of `legacy_ind`. */
  readonly legacy_ind_desc: string;
  /** Legacy Connection 1: Relationship to You. About You › Legacy Connections › Legacy Connection 1. Shown conditionally. Required. */
  readonly legacy_relationship?: LegacyRelationshipsOption | "";
  /** The label of `legacy_relationship`. */
  readonly legacy_relationship_desc?: string;
  /** Legacy Connection 1: First Name. About You › Legacy Connections › Legacy Connection 1. Shown conditionally. Required. */
  readonly legacy_first_name?: string;
  /** Legacy Connection 1: Last Name. About You › Legacy Connections › Legacy Connection 1. Shown conditionally. Required. */
  readonly legacy_last_name?: string;
  /** Legacy Connection 1: Maiden or Former Last Name. About You › Legacy Connections › Legacy Connection 1. Shown conditionally. */
  readonly legacy_maiden?: string;
  /** Legacy Connection 2: Relationship to You. About You › Legacy Connections › Legacy Connection 2. Shown conditionally. Required conditionally. */
  readonly legacy_2_relationship?: LegacyRelationshipsOption | "";
  /** The label of `legacy_2_relationship`. */
  readonly legacy_2_relationship_desc?: string;
  /** Legacy Connection 2: First Name. About You › Legacy Connections › Legacy Connection 2. Shown conditionally. Required conditionally. */
  readonly legacy_2_first_name?: string;
  /** Legacy Connection 2: Last Name. About You › Legacy Connections › Legacy Connection 2. Shown conditionally. Required conditionally. */
  readonly legacy_2_last_name?: string;
  /** Legacy Connection 2: Maiden or Former Last Name. About You › Legacy Connections › Legacy Connection 2. Shown conditionally. */
  readonly legacy_2_maiden?: string;
  /** Legacy Connection 3: Relationship to You. About You › Legacy Connections › Legacy Connection 3. Shown conditionally. Required conditionally. */
  readonly legacy_3_relationship?: LegacyRelationshipsOption | "";
  /** The label of `legacy_3_relationship`. */
  readonly legacy_3_relationship_desc?: string;
  /** Legacy Connection 3: First Name. About You › Legacy Connections › Legacy Connection 3. Shown conditionally. Required conditionally. */
  readonly legacy_3_first_name?: string;
  /** Legacy Connection 3: Last Name. About You › Legacy Connections › Legacy Connection 3. Shown conditionally. Required conditionally. */
  readonly legacy_3_last_name?: string;
  /** Legacy Connection 3: Maiden or Former Last Name. About You › Legacy Connections › Legacy Connection 3. Shown conditionally. */
  readonly legacy_3_maiden?: string;
  /** Legacy Connection 4: Relationship to You. About You › Legacy Connections › Legacy Connection 4. Shown conditionally. Required conditionally. */
  readonly legacy_4_relationship?: LegacyRelationshipsOption | "";
  /** The label of `legacy_4_relationship`. */
  readonly legacy_4_relationship_desc?: string;
  /** Legacy Connection 4: First Name. About You › Legacy Connections › Legacy Connection 4. Shown conditionally. Required conditionally. */
  readonly legacy_4_first_name?: string;
  /** Legacy Connection 4: Last Name. About You › Legacy Connections › Legacy Connection 4. Shown conditionally. Required conditionally. */
  readonly legacy_4_last_name?: string;
  /** Legacy Connection 4: Maiden or Former Last Name. About You › Legacy Connections › Legacy Connection 4. Shown conditionally. */
  readonly legacy_4_maiden?: string;
  /** Legacy Connection 5: Relationship to You. About You › Legacy Connections › Legacy Connection 5. Shown conditionally. Required conditionally. */
  readonly legacy_5_relationship?: LegacyRelationshipsOption | "";
  /** The label of `legacy_5_relationship`. */
  readonly legacy_5_relationship_desc?: string;
  /** Legacy Connection 5: First Name. About You › Legacy Connections › Legacy Connection 5. Shown conditionally. Required conditionally. */
  readonly legacy_5_first_name?: string;
  /** Legacy Connection 5: Last Name. About You › Legacy Connections › Legacy Connection 5. Shown conditionally. Required conditionally. */
  readonly legacy_5_last_name?: string;
  /** Legacy Connection 5: Maiden or Former Last Name. About You › Legacy Connections › Legacy Connection 5. Shown conditionally. */
  readonly legacy_5_maiden?: string;
  /** Sibling 1: First Name. About You › Siblings › Sibling 1. */
  readonly sibling_first_name?: string;
  /** Sibling 1: Last Name. About You › Siblings › Sibling 1. Required conditionally. */
  readonly sibling_last_name?: string;
  /** Sibling 1: Age. About You › Siblings › Sibling 1. Required conditionally. */
  readonly sibling_age?: string;
  /** Sibling 1: Relationship to You. About You › Siblings › Sibling 1. Required conditionally. */
  readonly sibling_relationship?: SiblingRelationshipsOption | "";
  /** The label of `sibling_relationship`. */
  readonly sibling_relationship_desc?: string;
  /** Sibling 2: First Name. About You › Siblings › Sibling 2. */
  readonly sibling_2_first_name?: string;
  /** Sibling 2: Last Name. About You › Siblings › Sibling 2. Required conditionally. */
  readonly sibling_2_last_name?: string;
  /** Sibling 2: Age. About You › Siblings › Sibling 2. Required conditionally. */
  readonly sibling_2_age?: string;
  /** Sibling 2: Relationship to You. About You › Siblings › Sibling 2. Required conditionally. */
  readonly sibling_2_relationship?: SiblingRelationshipsOption | "";
  /** The label of `sibling_2_relationship`. */
  readonly sibling_2_relationship_desc?: string;
  /** Sibling 3: First Name. About You › Siblings › Sibling 3. */
  readonly sibling_3_first_name?: string;
  /** Sibling 3: Last Name. About You › Siblings › Sibling 3. Required conditionally. */
  readonly sibling_3_last_name?: string;
  /** Sibling 3: Age. About You › Siblings › Sibling 3. Required conditionally. */
  readonly sibling_3_age?: string;
  /** Sibling 3: Relationship to You. About You › Siblings › Sibling 3. Required conditionally. */
  readonly sibling_3_relationship?: SiblingRelationshipsOption | "";
  /** The label of `sibling_3_relationship`. */
  readonly sibling_3_relationship_desc?: string;
  /** Sibling 4: First Name. About You › Siblings › Sibling 4. */
  readonly sibling_4_first_name?: string;
  /** Sibling 4: Last Name. About You › Siblings › Sibling 4. Required conditionally. */
  readonly sibling_4_last_name?: string;
  /** Sibling 4: Age. About You › Siblings › Sibling 4. Required conditionally. */
  readonly sibling_4_age?: string;
  /** Sibling 4: Relationship to You. About You › Siblings › Sibling 4. Required conditionally. */
  readonly sibling_4_relationship?: SiblingRelationshipsOption | "";
  /** The label of `sibling_4_relationship`. */
  readonly sibling_4_relationship_desc?: string;
  /** Sibling 5: First Name. About You › Siblings › Sibling 5. */
  readonly sibling_5_first_name?: string;
  /** Sibling 5: Last Name. About You › Siblings › Sibling 5. Required conditionally. */
  readonly sibling_5_last_name?: string;
  /** Sibling 5: Age. About You › Siblings › Sibling 5. Required conditionally. */
  readonly sibling_5_age?: string;
  /** Sibling 5: Relationship to You. About You › Siblings › Sibling 5. Required conditionally. */
  readonly sibling_5_relationship?: SiblingRelationshipsOption | "";
  /** The label of `sibling_5_relationship`. */
  readonly sibling_5_relationship_desc?: string;
};

/** The answers of the page "education", by key. */
export type EducationPage = {
  /** When do you plan to start? Academics › Your Plans. Required. */
  readonly entry_term: EntryTermsOption;
  /** The label of `entry_term`. */
  readonly entry_term_desc: string;
  /** Intended Major. Academics › Your Plans. Required. */
  readonly applied_major: MajorsOption;
  /** The label of `applied_major`. */
  readonly applied_major_desc: string;
  /** Career Goal. Academics › Your Plans. Required. */
  readonly career_goal: CareerGoalsOption;
  /** The label of `career_goal`. */
  readonly career_goal_desc: string;
  /** Second Career Goal. Academics › Your Plans. */
  readonly career_goal_2?: CareerGoalsOption | "";
  /** The label of `career_goal_2`. */
  readonly career_goal_2_desc?: string;
  /** Do you plan to live on campus? Academics › Your Plans. */
  readonly on_campus?: YesNoUnsureOption | "";
  /** The label of `on_campus`. */
  readonly on_campus_desc?: string;
  /** Have you been in touch with one of our athletic coaches? Academics › Your Plans. */
  readonly athletic_coach_convo?: YesNoOption | "";
  /** The label of `athletic_coach_convo`. */
  readonly athletic_coach_convo_desc?: string;
  /** How did you first hear about Front Range University? Academics › How You Found Us. Only for default. Required. */
  readonly first_hear_fru?: FirstHeardOption | "";
  /** The label of `first_hear_fru`. */
  readonly first_hear_fru_desc?: string;
  /** What influenced you most? Academics › How You Found Us. */
  readonly influence?: InfluencesOption | "";
  /** The label of `influence`. */
  readonly influence_desc?: string;
  /** What else influenced you? Academics › How You Found Us. */
  readonly influence_2?: InfluencesOption | "";
  /** The label of `influence_2`. */
  readonly influence_2_desc?: string;
  /** High School 1: Search for Your School. Academics › High School › High School 1. Required. */
  readonly hs_name: string;
  /** High School 1: CEEB Code. Academics › High School › High School 1. */
  readonly hs_ceeb?: string;
  /** High School 1: Country. Academics › High School › High School 1. */
  readonly hs_country?: CountriesOption | "";
  /** The label of `hs_country`. */
  readonly hs_country_desc?: string;
  /** High School 1: School Address. Academics › High School › High School 1. */
  readonly hs_address_line_1?: string;
  /** High School 1: ZIP/Postal Code. Academics › High School › High School 1. */
  readonly hs_zip?: string;
  /** High School 1: City. Academics › High School › High School 1. */
  readonly hs_city?: string;
  /** High School 1: State/Province. Academics › High School › High School 1. Shown conditionally. */
  readonly hs_state?: string;
  /** The label of `hs_state`. */
  readonly hs_state_desc?: string;
  /** High School 1: Attended From. Academics › High School › High School 1. Required. */
  readonly hs_attend_from_month: MonthsOption;
  /** The label of `hs_attend_from_month`. */
  readonly hs_attend_from_month_desc: string;
  /** High School 1: Attended From. Academics › High School › High School 1. Required conditionally. */
  readonly hs_attend_from_year?: string;
  /** The label of `hs_attend_from_year`. */
  readonly hs_attend_from_year_desc?: string;
  /** High School 1: Attended To. Academics › High School › High School 1. Required. */
  readonly hs_attend_to_month: MonthsOption;
  /** The label of `hs_attend_to_month`. */
  readonly hs_attend_to_month_desc: string;
  /** High School 1: Attended To. Academics › High School › High School 1. Required conditionally. */
  readonly hs_attend_to_year?: string;
  /** The label of `hs_attend_to_year`. */
  readonly hs_attend_to_year_desc?: string;
  /** High School 2: Search for Your School. Academics › High School › High School 2. Required conditionally. */
  readonly hs_2_name?: string;
  /** High School 2: CEEB Code. Academics › High School › High School 2. */
  readonly hs_2_ceeb?: string;
  /** High School 2: Country. Academics › High School › High School 2. */
  readonly hs_2_country?: CountriesOption | "";
  /** The label of `hs_2_country`. */
  readonly hs_2_country_desc?: string;
  /** High School 2: School Address. Academics › High School › High School 2. */
  readonly hs_2_address_line_1?: string;
  /** High School 2: ZIP/Postal Code. Academics › High School › High School 2. */
  readonly hs_2_zip?: string;
  /** High School 2: City. Academics › High School › High School 2. */
  readonly hs_2_city?: string;
  /** High School 2: State/Province. Academics › High School › High School 2. Shown conditionally. */
  readonly hs_2_state?: string;
  /** The label of `hs_2_state`. */
  readonly hs_2_state_desc?: string;
  /** High School 2: Attended From. Academics › High School › High School 2. Required conditionally. */
  readonly hs_2_attend_from_month?: MonthsOption | "";
  /** The label of `hs_2_attend_from_month`. */
  readonly hs_2_attend_from_month_desc?: string;
  /** High School 2: Attended From. Academics › High School › High School 2. Required conditionally. */
  readonly hs_2_attend_from_year?: string;
  /** The label of `hs_2_attend_from_year`. */
  readonly hs_2_attend_from_year_desc?: string;
  /** High School 2: Attended To. Academics › High School › High School 2. Required conditionally. */
  readonly hs_2_attend_to_month?: MonthsOption | "";
  /** The label of `hs_2_attend_to_month`. */
  readonly hs_2_attend_to_month_desc?: string;
  /** High School 2: Attended To. Academics › High School › High School 2. Required conditionally. */
  readonly hs_2_attend_to_year?: string;
  /** The label of `hs_2_attend_to_year`. */
  readonly hs_2_attend_to_year_desc?: string;
  /** High School 3: Search for Your School. Academics › High School › High School 3. Required conditionally. */
  readonly hs_3_name?: string;
  /** High School 3: CEEB Code. Academics › High School › High School 3. */
  readonly hs_3_ceeb?: string;
  /** High School 3: Country. Academics › High School › High School 3. */
  readonly hs_3_country?: CountriesOption | "";
  /** The label of `hs_3_country`. */
  readonly hs_3_country_desc?: string;
  /** High School 3: School Address. Academics › High School › High School 3. */
  readonly hs_3_address_line_1?: string;
  /** High School 3: ZIP/Postal Code. Academics › High School › High School 3. */
  readonly hs_3_zip?: string;
  /** High School 3: City. Academics › High School › High School 3. */
  readonly hs_3_city?: string;
  /** High School 3: State/Province. Academics › High School › High School 3. Shown conditionally. */
  readonly hs_3_state?: string;
  /** The label of `hs_3_state`. */
  readonly hs_3_state_desc?: string;
  /** High School 3: Attended From. Academics › High School › High School 3. Required conditionally. */
  readonly hs_3_attend_from_month?: MonthsOption | "";
  /** The label of `hs_3_attend_from_month`. */
  readonly hs_3_attend_from_month_desc?: string;
  /** High School 3: Attended From. Academics › High School › High School 3. Required conditionally. */
  readonly hs_3_attend_from_year?: string;
  /** The label of `hs_3_attend_from_year`. */
  readonly hs_3_attend_from_year_desc?: string;
  /** High School 3: Attended To. Academics › High School › High School 3. Required conditionally. */
  readonly hs_3_attend_to_month?: MonthsOption | "";
  /** The label of `hs_3_attend_to_month`. */
  readonly hs_3_attend_to_month_desc?: string;
  /** High School 3: Attended To. Academics › High School › High School 3. Required conditionally. */
  readonly hs_3_attend_to_year?: string;
  /** The label of `hs_3_attend_to_year`. */
  readonly hs_3_attend_to_year_desc?: string;
  /** Graduation Date. Academics › Graduation. Required. */
  readonly grad_month: MonthsOption;
  /** The label of `grad_month`. */
  readonly grad_month_desc: string;
  /** Graduation Date. Academics › Graduation. Required conditionally. */
  readonly grad_year?: string;
  /** The label of `grad_year`. */
  readonly grad_year_desc?: string;
  /** Counselor's Position. Academics › School Counselor. */
  readonly counselor_position?: CounselorPositionsOption | "";
  /** The label of `counselor_position`. */
  readonly counselor_position_desc?: string;
  /** Prefix. Academics › School Counselor. */
  readonly counselor_prefix?: PrefixesOption | "";
  /** The label of `counselor_prefix`. */
  readonly counselor_prefix_desc?: string;
  /** Counselor's First Name. Academics › School Counselor. */
  readonly counselor_first_name?: string;
  /** Counselor's Last Name. Academics › School Counselor. */
  readonly counselor_last_name?: string;
  /** Counselor's Email. Academics › School Counselor. */
  readonly counselor_email_address?: string;
  /** Counselor's Phone. Academics › School Counselor. */
  readonly counselor_phone?: string;
  /** Country Code. Academics › School Counselor. */
  readonly counselor_intl_phone_cd?: DialCodesOption | "";
  /** Will you have earned college credit before you start? Academics › College Credit. */
  readonly college_credit?: YesNoOption | "";
  /** The label of `college_credit`. */
  readonly college_credit_desc?: string;
  /** Would you like to join the Outdoor Leadership Program? Academics › Outdoor Leadership. Only for cottonwood. */
  readonly outdoor_leadership?: YesNoUnsureOption | "";
  /** The label of `outdoor_leadership`. */
  readonly outdoor_leadership_desc?: string;
  /** What draws you to leading others outdoors? Academics › Outdoor Leadership. Only for cottonwood. Shown conditionally. Required. */
  readonly outdoor_leadership_reason?: string;
  /** How did you first hear about Cottonwood College? Academics › How You Found Us. Only for cottonwood. Required. */
  readonly first_hear_cwc?: FirstHeardOption | "";
  /** The label of `first_hear_cwc`. */
  readonly first_hear_cwc_desc?: string;
  /** College: Search for Your College. Academics › College Credit. Only for cottonwood. Shown conditionally. */
  readonly college_name?: string;
  /** College: CEEB Code. Academics › College Credit. Only for cottonwood. Shown conditionally. */
  readonly college_ceeb?: string;
  /** College: Country. Academics › College Credit. Only for cottonwood. Shown conditionally. */
  readonly college_country?: CountriesOption | "";
  /** The label of `college_country`. */
  readonly college_country_desc?: string;
  /** College: College Address. Academics › College Credit. Only for cottonwood. Shown conditionally. */
  readonly college_address_line_1?: string;
  /** College: ZIP/Postal Code. Academics › College Credit. Only for cottonwood. Shown conditionally. */
  readonly college_zip?: string;
  /** College: City. Academics › College Credit. Only for cottonwood. Shown conditionally. */
  readonly college_city?: string;
  /** College: State/Province. Academics › College Credit. Only for cottonwood. Shown conditionally. */
  readonly college_state?: string;
  /** The label of `college_state`. */
  readonly college_state_desc?: string;
};

/** The answers of the page "final-steps", by key. */
export type FinalStepsPage = {
  /** Have you ever been found guilty of a crime, or pleaded guilty to one? Final Steps › Conduct. Required. */
  readonly conviction: YesNoOption;
  /** The label of `conviction`. */
  readonly conviction_desc: string;
  /** About this conviction: tell us roughly when it was, what happened, and what you learned from it. Final Steps › Conduct. Shown conditionally. Required. */
  readonly conviction_comment?: string;
  /** Since 9th grade, has a school ever suspended, expelled, or dismissed you, or put you on probation? Final Steps › Conduct. Required. */
  readonly suspended: YesNoOption;
  /** The label of `suspended`. */
  readonly suspended_desc: string;
  /** About this action by your school: tell us roughly when it was, what happened, and what you learned from it. Final Steps › Conduct. Shown conditionally. Required. */
  readonly suspended_comment?: string;
  /** Additional Information. Final Steps › Anything Else? › Write It. Shown conditionally. */
  readonly additional_info_essay?: string;
  /** Additional Information Document. Final Steps › Anything Else? › Attach a Document. Shown conditionally. */
  readonly additional_info_doc?: "ANSWERED" | "";
  /** Do you waive your right to read your counselor's recommendation? Final Steps › Counselor Recommendation. Required. */
  readonly counselor_waiver_request: WaiverOption;
  /** The label of `counselor_waiver_request`. */
  readonly counselor_waiver_request_desc: string;
  /** I certify that all of this is true, and I agree to these terms. Final Steps › Certification and Signature. Required. */
  readonly legal_agree: true;
  /** Full Legal Name. Final Steps › Certification and Signature. Required. */
  readonly signature: string;
};

/** All answers of an application that can be submitted; a draft has any part of them. */
export type FormAnswers = AboutPage & EducationPage & FinalStepsPage;
