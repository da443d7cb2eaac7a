// Written by npm run generate; never edit by hand.

import type { FormAnswers } from './answers.ts';

type Persona = {
  readonly name: string;
  readonly title: string;
  readonly answers: Partial<FormAnswers>;
  readonly tabs?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
};

/** What each persona decides; `{year-18}` counts from this year. */
export const personas = [
  {
    "name": "first-year",
    "title": "a first-year from the United States",
    "answers": {
      "first_name": "Maya",
      "last_name": "Lindqvist-Okafor",
      "birth_date": "{year-18}-01-17",
      "optin_sms_ind": true,
      "cell_intl_code": "1",
      "country": "USA",
      "mailing_addr_same_as_perm_addr": "",
      "mailing_country": "USA",
      "citizenship_type": "C",
      "citizen_language": "EN",
      "disability": "N",
      "no_parent_primary": "",
      "parent_2_living": "Y",
      "legacy_ind": "Y",
      "hs_attend_from_year": "{year-4}",
      "hs_attend_to_year": "{year}",
      "conviction": "N",
      "suspended": "N"
    },
    "counts": {
      "legacy_connections": 5
    }
  },
  {
    "name": "home-schooled",
    "title": "a home-schooled adult without parents to name",
    "answers": {
      "first_name": "Dolores",
      "last_name": "Whitehorse",
      "birth_date": "1971-12-01",
      "country": "USA",
      "mailing_addr_same_as_perm_addr": "",
      "mailing_country": "USA",
      "citizenship_type": "C",
      "disability": "N",
      "no_parent_primary": true,
      "legacy_ind": "N",
      "hs_name": "Home School",
      "college_credit": "N",
      "conviction": "Y",
      "suspended": "N"
    }
  },
  {
    "name": "international",
    "title": "a citizen of the United Kingdom with a visa",
    "answers": {
      "first_name": "Siân",
      "last_name": "O’Rourke-Żółkiewski",
      "phone_home": "",
      "phone_mobile": "7700900142",
      "cell_intl_code": "44",
      "phone_international": "+44 29 2018 0117",
      "optin_sms_ind": "",
      "country": "UK",
      "state": "Cymru / Wales",
      "mailing_addr_same_as_perm_addr": "",
      "mailing_country": "CAN",
      "citizenship_type": "NRA",
      "citizen_us": "N",
      "disability": "Y",
      "no_parent_primary": "",
      "parent_2_living": "Y",
      "legacy_ind": "N",
      "hs_country": "UK",
      "conviction": "N",
      "suspended": "N"
    },
    "counts": {
      "more_siblings": 5
    }
  },
  {
    "name": "permanent-resident",
    "title": "a permanent resident with two siblings who has lost a parent",
    "answers": {
      "first_name": "Thị Hồng",
      "last_name": "Nguyễn",
      "mailing_addr_same_as_perm_addr": true,
      "country": "USA",
      "citizenship_type": "R",
      "no_parent_primary": "",
      "parent_2_living": "N",
      "legacy_ind": "N",
      "conviction": "N",
      "suspended": "N"
    },
    "tabs": {
      "additional_info": "document"
    },
    "counts": {
      "more_siblings": 2
    }
  },
  {
    "name": "transfer",
    "title": "a transfer student with three high schools and a suspension",
    "answers": {
      "first_name": "João",
      "last_name": "Peña y Ibarra",
      "mailing_addr_same_as_perm_addr": true,
      "country": "USA",
      "citizenship_type": "N",
      "citizen_us": "Y",
      "citizen_language": "OTH",
      "no_parent_primary": "",
      "parent_2_living": "",
      "legacy_ind": "N",
      "hs_country": "USA",
      "hs_2_country": "CAN",
      "college_credit": "Y",
      "conviction": "N",
      "suspended": "Y"
    },
    "counts": {
      "high_schools": 3
    }
  }
] as const satisfies readonly Persona[];
