// Written by npm run generate; never edit by hand.

/**
 * The answers of the form for the partner "default": key to value.
 */
export interface DefaultAnswers {
  /**
   * Prefix
   */
  prefix?: string;
  prefix_desc?: string;
  /**
   * First/Given Name
   */
  first_name?: string;
  /**
   * Middle Name
   */
  middle_name?: string;
  /**
   * Last/Family Name
   */
  last_name?: string;
  /**
   * Suffix
   */
  suffix?: string;
  suffix_desc?: string;
  /**
   * Preferred First Name
   */
  preferred_name?: string;
  /**
   * Date of Birth
   */
  birth_date?: string;
  /**
   * Gender
   */
  gender?: string;
  gender_desc?: string;
  /**
   * Pronouns
   */
  pronouns?: string[];
  /**
   * Country Code
   */
  phone_intl_code?: string;
  /**
   * Home Phone
   */
  phone_home?: string;
  /**
   * Country Code
   */
  cell_intl_code?: string;
  /**
   * Cell Phone
   */
  phone_mobile?: string;
  /**
   * Yes, send me text message updates about my application.
   */
  optin_sms_ind?: boolean;
  /**
   * Country
   */
  country?: string;
  country_desc?: string;
  /**
   * Address
   */
  address_line_1?: string;
  /**
   * Apt. #
   */
  address_line_2?: string;
  /**
   * City
   */
  city?: string;
  /**
   * State/Province
   */
  state?: string;
  state_desc?: string;
  /**
   * ZIP/Postal Code
   */
  zip?: string;
  /**
   * My mailing address is the same as my permanent address.
   */
  mailing_addr_same_as_perm_addr?: boolean;
  /**
   * Attention (In Care Of)
   */
  mailing_attention?: string;
  /**
   * Mailing Country
   */
  mailing_country?: string;
  mailing_country_desc?: string;
  /**
   * Mailing Address
   */
  mailing_address_line_1?: string;
  /**
   * Mailing Apt. #
   */
  mailing_address_line_2?: string;
  /**
   * Mailing City
   */
  mailing_city?: string;
  /**
   * Mailing State/Province
   */
  mailing_state?: string;
  mailing_state_desc?: string;
  /**
   * Mailing ZIP/Postal Code
   */
  mailing_zip?: string;
  /**
   * Use This Address From
   */
  mailing_addr_effective_date?: string;
  /**
   * Use This Address Until
   */
  mailing_addr_expiration_date?: string;
  /**
   * Citizenship Status
   */
  citizenship_type?: string;
  citizenship_type_desc?: string;
  /**
   * Country of Citizenship
   */
  citizenship?: string;
  citizenship_desc?: string;
  /**
   * Second Country of Citizenship
   */
  citizenship_2?: string;
  citizenship_2_desc?: string;
  /**
   * Visa Type
   */
  citizenship_visa_status?: string;
  citizenship_visa_status_desc?: string;
  /**
   * Visa Issue Date
   */
  citizenship_visa_issue_date?: string;
  /**
   * Visa Expiration Date
   */
  citizenship_visa_expiry_date?: string;
  /**
   * Date of Entry into the United States
   */
  citizen_entry_date?: string;
  /**
   * Country of Birth
   */
  birth_country?: string;
  birth_country_desc?: string;
  /**
   * Do you currently live in the United States?
   */
  citizen_us?: string;
  citizen_us_desc?: string;
  /**
   * Years Lived in the United States
   */
  years_in_usa?: string;
  /**
   * Primary Language
   */
  citizen_language?: string;
  citizen_language_desc?: string;
  /**
   * Other Language
   */
  citizen_language_other?: string;
  /**
   * When do you plan to start?
   */
  entry_term?: string;
  entry_term_desc?: string;
  /**
   * Intended Major
   */
  applied_major?: string;
  applied_major_desc?: string;
  /**
   * Career Goal
   */
  career_goal?: string;
  career_goal_desc?: string;
  /**
   * How did you first hear about Front Range University?
   */
  first_hear_fru?: string;
  first_hear_fru_desc?: string;
  /**
   * High School 1: School Name
   */
  hs_name?: string;
  /**
   * High School 1: School Address
   */
  hs_address_line_1?: string;
  /**
   * High School 1: City
   */
  hs_city?: string;
  /**
   * High School 1: State/Province
   */
  hs_state?: string;
  hs_state_desc?: string;
  /**
   * High School 1: ZIP/Postal Code
   */
  hs_zip?: string;
  /**
   * High School 1: Country
   */
  hs_country?: string;
  hs_country_desc?: string;
  /**
   * High School 1: Attended From
   */
  hs_attend_from_month?: string;
  hs_attend_from_month_desc?: string;
  /**
   * High School 1: Attended From
   */
  hs_attend_from_year?: string;
  hs_attend_from_year_desc?: string;
  /**
   * High School 1: Attended To
   */
  hs_attend_to_month?: string;
  hs_attend_to_month_desc?: string;
  /**
   * High School 1: Attended To
   */
  hs_attend_to_year?: string;
  hs_attend_to_year_desc?: string;
  /**
   * High School 2: School Name
   */
  hs_2_name?: string;
  /**
   * High School 2: School Address
   */
  hs_2_address_line_1?: string;
  /**
   * High School 2: City
   */
  hs_2_city?: string;
  /**
   * High School 2: State/Province
   */
  hs_2_state?: string;
  hs_2_state_desc?: string;
  /**
   * High School 2: ZIP/Postal Code
   */
  hs_2_zip?: string;
  /**
   * High School 2: Country
   */
  hs_2_country?: string;
  hs_2_country_desc?: string;
  /**
   * High School 2: Attended From
   */
  hs_2_attend_from_month?: string;
  hs_2_attend_from_month_desc?: string;
  /**
   * High School 2: Attended From
   */
  hs_2_attend_from_year?: string;
  hs_2_attend_from_year_desc?: string;
  /**
   * High School 2: Attended To
   */
  hs_2_attend_to_month?: string;
  hs_2_attend_to_month_desc?: string;
  /**
   * High School 2: Attended To
   */
  hs_2_attend_to_year?: string;
  hs_2_attend_to_year_desc?: string;
  /**
   * High School 3: School Name
   */
  hs_3_name?: string;
  /**
   * High School 3: School Address
   */
  hs_3_address_line_1?: string;
  /**
   * High School 3: City
   */
  hs_3_city?: string;
  /**
   * High School 3: State/Province
   */
  hs_3_state?: string;
  hs_3_state_desc?: string;
  /**
   * High School 3: ZIP/Postal Code
   */
  hs_3_zip?: string;
  /**
   * High School 3: Country
   */
  hs_3_country?: string;
  hs_3_country_desc?: string;
  /**
   * High School 3: Attended From
   */
  hs_3_attend_from_month?: string;
  hs_3_attend_from_month_desc?: string;
  /**
   * High School 3: Attended From
   */
  hs_3_attend_from_year?: string;
  hs_3_attend_from_year_desc?: string;
  /**
   * High School 3: Attended To
   */
  hs_3_attend_to_month?: string;
  hs_3_attend_to_month_desc?: string;
  /**
   * High School 3: Attended To
   */
  hs_3_attend_to_year?: string;
  hs_3_attend_to_year_desc?: string;
  /**
   * Graduation Date
   */
  grad_month?: string;
  grad_month_desc?: string;
  /**
   * Graduation Date
   */
  grad_year?: string;
  grad_year_desc?: string;
  /**
   * Have you ever been convicted of, or pled guilty to, a felony?
   */
  conviction?: string;
  conviction_desc?: string;
  /**
   * Please give the approximate date, explain the circumstances, and reflect on what you learned.
   */
  conviction_comment?: string;
  /**
   * Have you ever been suspended, expelled or put on probation by a school?
   */
  suspended?: string;
  suspended_desc?: string;
  /**
   * Please give the approximate date, explain the circumstances, and reflect on what you learned.
   */
  suspended_comment?: string;
  /**
   * Additional Information
   */
  additional_info_essay?: string;
  /**
   * Do you waive your right to read your counselor's recommendation?
   */
  counselor_waiver_request?: string;
  counselor_waiver_request_desc?: string;
  /**
   * I certify that everything in this application is my own work, complete and true.
   */
  legal_agree?: boolean;
  /**
   * Full Legal Name
   */
  signature?: string;
}
