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
   * Cell Phone
   */
  phone_mobile?: string;
  /**
   * Country Code
   */
  cell_intl_code?: string;
  /**
   * Yes, send me text message updates about my application.
   */
  optin_sms_ind?: boolean;
  /**
   * Home Phone
   */
  phone_home?: string;
  /**
   * Country Code
   */
  phone_intl_code?: string;
  /**
   * International Phone
   */
  phone_international?: string;
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
   * Permanent Resident Card
   */
  student_upload_card?: string;
  /**
   * Country of Citizenship
   */
  citizenship?: string;
  citizenship_desc?: string;
  /**
   * Other Country of Citizenship, if Any
   */
  citizenship_2?: string;
  citizenship_2_desc?: string;
  /**
   * Country of Birth
   */
  birth_country?: string;
  birth_country_desc?: string;
  /**
   * Have you lived in the United States?
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
   * Are you Hispanic or Latino, including Spain?
   */
  ethnicity?: string;
  ethnicity_desc?: string;
  /**
   * American Indian or Alaska Native
   */
  race_american_indian?: boolean;
  /**
   * Asian
   */
  race_asian?: boolean;
  /**
   * Black or African American
   */
  race_black?: boolean;
  /**
   * Native Hawaiian or Other Pacific Islander
   */
  race_native_hawaiian?: boolean;
  /**
   * White
   */
  race_white?: boolean;
  /**
   * Will you be the first in your family to earn a college degree?
   */
  first_gen?: string;
  first_gen_desc?: string;
  /**
   * Religious Affiliation
   */
  religious_affiliation?: string;
  religious_affiliation_desc?: string;
  /**
   * Do you have a disability that you would like us to know about?
   */
  disability?: string;
  disability_desc?: string;
  /**
   * Which support or accommodations would help you?
   */
  accommodations?: string;
  /**
   * I do not have a parent or guardian to name.
   */
  no_parent_primary?: boolean;
  /**
   * Parents' Marital Status
   */
  parent_marital_status?: string;
  parent_marital_status_desc?: string;
  /**
   * Primary Parent/Guardian Relationship to You
   */
  parent_relationship?: string;
  parent_relationship_desc?: string;
  /**
   * Primary Parent/Guardian Prefix
   */
  parent_prefix?: string;
  parent_prefix_desc?: string;
  /**
   * Primary Parent/Guardian First/Given Name
   */
  parent_first_name?: string;
  /**
   * Primary Parent/Guardian Middle Name
   */
  parent_middle_name?: string;
  /**
   * Primary Parent/Guardian Last/Family Name
   */
  parent_last_name?: string;
  /**
   * Primary Parent/Guardian Suffix
   */
  parent_suffix?: string;
  parent_suffix_desc?: string;
  /**
   * Primary Parent/Guardian Email
   */
  parent_email_address?: string;
  /**
   * Primary Parent/Guardian Home Phone
   */
  parent_phone?: string;
  /**
   * Primary Parent/Guardian Country Code
   */
  parent_intl_phone_code?: string;
  /**
   * Primary Parent/Guardian Address is the same as my permanent address
   */
  parent_addr_same_as_stu_perm?: boolean;
  /**
   * Primary Parent/Guardian Country
   */
  parent_country?: string;
  parent_country_desc?: string;
  /**
   * Primary Parent/Guardian Address
   */
  parent_address_line_1?: string;
  /**
   * Primary Parent/Guardian Apt. #
   */
  parent_address_line_2?: string;
  /**
   * Primary Parent/Guardian City
   */
  parent_city?: string;
  /**
   * Primary Parent/Guardian State/Province
   */
  parent_state?: string;
  parent_state_desc?: string;
  /**
   * Primary Parent/Guardian ZIP/Postal Code
   */
  parent_zip?: string;
  /**
   * Primary Parent/Guardian Job Title
   */
  parent_job_title?: string;
  /**
   * Primary Parent/Guardian Employer
   */
  parent_employer_name?: string;
  /**
   * Is this parent or guardian living?
   */
  parent_2_living?: string;
  parent_2_living_desc?: string;
  /**
   * Parent/Guardian 2 Relationship to You
   */
  parent_2_relationship?: string;
  parent_2_relationship_desc?: string;
  /**
   * Parent/Guardian 2 Prefix
   */
  parent_2_prefix?: string;
  parent_2_prefix_desc?: string;
  /**
   * Parent/Guardian 2 First/Given Name
   */
  parent_2_first_name?: string;
  /**
   * Parent/Guardian 2 Middle Name
   */
  parent_2_middle_name?: string;
  /**
   * Parent/Guardian 2 Last/Family Name
   */
  parent_2_last_name?: string;
  /**
   * Parent/Guardian 2 Suffix
   */
  parent_2_suffix?: string;
  parent_2_suffix_desc?: string;
  /**
   * Date of Passing
   */
  parent_2_deceased_day?: string;
  /**
   * Parent/Guardian 2 Email
   */
  parent_2_email_address?: string;
  /**
   * Parent/Guardian 2 Home Phone
   */
  parent_2_phone?: string;
  /**
   * Parent/Guardian 2 Country Code
   */
  parent_2_intl_phone_code?: string;
  /**
   * Parent/Guardian 2 Address is the same as my permanent address
   */
  parent_2_addr_same_as_stu_perm?: boolean;
  /**
   * Parent/Guardian 2 Country
   */
  parent_2_country?: string;
  parent_2_country_desc?: string;
  /**
   * Parent/Guardian 2 Address
   */
  parent_2_address_line_1?: string;
  /**
   * Parent/Guardian 2 Apt. #
   */
  parent_2_address_line_2?: string;
  /**
   * Parent/Guardian 2 City
   */
  parent_2_city?: string;
  /**
   * Parent/Guardian 2 State/Province
   */
  parent_2_state?: string;
  parent_2_state_desc?: string;
  /**
   * Parent/Guardian 2 ZIP/Postal Code
   */
  parent_2_zip?: string;
  /**
   * Parent/Guardian 2 Job Title
   */
  parent_2_job_title?: string;
  /**
   * Parent/Guardian 2 Employer
   */
  parent_2_employer_name?: string;
  /**
   * Did anyone in your family attend Front Range University?
   */
  legacy_ind?: string;
  legacy_ind_desc?: string;
  /**
   * Legacy Connection 1: Relationship to You
   */
  legacy_relationship?: string;
  legacy_relationship_desc?: string;
  /**
   * Legacy Connection 1: First Name
   */
  legacy_first_name?: string;
  /**
   * Legacy Connection 1: Last Name
   */
  legacy_last_name?: string;
  /**
   * Legacy Connection 1: Maiden or Former Last Name
   */
  legacy_maiden?: string;
  /**
   * Legacy Connection 2: Relationship to You
   */
  legacy_2_relationship?: string;
  legacy_2_relationship_desc?: string;
  /**
   * Legacy Connection 2: First Name
   */
  legacy_2_first_name?: string;
  /**
   * Legacy Connection 2: Last Name
   */
  legacy_2_last_name?: string;
  /**
   * Legacy Connection 2: Maiden or Former Last Name
   */
  legacy_2_maiden?: string;
  /**
   * Legacy Connection 3: Relationship to You
   */
  legacy_3_relationship?: string;
  legacy_3_relationship_desc?: string;
  /**
   * Legacy Connection 3: First Name
   */
  legacy_3_first_name?: string;
  /**
   * Legacy Connection 3: Last Name
   */
  legacy_3_last_name?: string;
  /**
   * Legacy Connection 3: Maiden or Former Last Name
   */
  legacy_3_maiden?: string;
  /**
   * Legacy Connection 4: Relationship to You
   */
  legacy_4_relationship?: string;
  legacy_4_relationship_desc?: string;
  /**
   * Legacy Connection 4: First Name
   */
  legacy_4_first_name?: string;
  /**
   * Legacy Connection 4: Last Name
   */
  legacy_4_last_name?: string;
  /**
   * Legacy Connection 4: Maiden or Former Last Name
   */
  legacy_4_maiden?: string;
  /**
   * Legacy Connection 5: Relationship to You
   */
  legacy_5_relationship?: string;
  legacy_5_relationship_desc?: string;
  /**
   * Legacy Connection 5: First Name
   */
  legacy_5_first_name?: string;
  /**
   * Legacy Connection 5: Last Name
   */
  legacy_5_last_name?: string;
  /**
   * Legacy Connection 5: Maiden or Former Last Name
   */
  legacy_5_maiden?: string;
  /**
   * Sibling 1: First Name
   */
  sibling_first_name?: string;
  /**
   * Sibling 1: Last Name
   */
  sibling_last_name?: string;
  /**
   * Sibling 1: Age
   */
  sibling_age?: string;
  /**
   * Sibling 1: Relationship to You
   */
  sibling_relationship?: string;
  sibling_relationship_desc?: string;
  /**
   * Sibling 2: First Name
   */
  sibling_2_first_name?: string;
  /**
   * Sibling 2: Last Name
   */
  sibling_2_last_name?: string;
  /**
   * Sibling 2: Age
   */
  sibling_2_age?: string;
  /**
   * Sibling 2: Relationship to You
   */
  sibling_2_relationship?: string;
  sibling_2_relationship_desc?: string;
  /**
   * Sibling 3: First Name
   */
  sibling_3_first_name?: string;
  /**
   * Sibling 3: Last Name
   */
  sibling_3_last_name?: string;
  /**
   * Sibling 3: Age
   */
  sibling_3_age?: string;
  /**
   * Sibling 3: Relationship to You
   */
  sibling_3_relationship?: string;
  sibling_3_relationship_desc?: string;
  /**
   * Sibling 4: First Name
   */
  sibling_4_first_name?: string;
  /**
   * Sibling 4: Last Name
   */
  sibling_4_last_name?: string;
  /**
   * Sibling 4: Age
   */
  sibling_4_age?: string;
  /**
   * Sibling 4: Relationship to You
   */
  sibling_4_relationship?: string;
  sibling_4_relationship_desc?: string;
  /**
   * Sibling 5: First Name
   */
  sibling_5_first_name?: string;
  /**
   * Sibling 5: Last Name
   */
  sibling_5_last_name?: string;
  /**
   * Sibling 5: Age
   */
  sibling_5_age?: string;
  /**
   * Sibling 5: Relationship to You
   */
  sibling_5_relationship?: string;
  sibling_5_relationship_desc?: string;
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
   * Second Career Goal
   */
  career_goal_2?: string;
  career_goal_2_desc?: string;
  /**
   * Do you plan to live on campus?
   */
  on_campus?: string;
  on_campus_desc?: string;
  /**
   * Have you been in touch with one of our athletic coaches?
   */
  athletic_coach_convo?: string;
  athletic_coach_convo_desc?: string;
  /**
   * How did you first hear about Front Range University?
   */
  first_hear_fru?: string;
  first_hear_fru_desc?: string;
  /**
   * What influenced you most?
   */
  influence?: string;
  influence_desc?: string;
  /**
   * What else influenced you?
   */
  influence_2?: string;
  influence_2_desc?: string;
  /**
   * High School 1: Search for Your School
   */
  hs_name?: string;
  /**
   * High School 1: CEEB Code
   */
  hs_ceeb?: string;
  /**
   * High School 1: Country
   */
  hs_country?: string;
  hs_country_desc?: string;
  /**
   * High School 1: State/Province
   */
  hs_state?: string;
  hs_state_desc?: string;
  /**
   * High School 1: School Address
   */
  hs_address_line_1?: string;
  /**
   * High School 1: City
   */
  hs_city?: string;
  /**
   * High School 1: ZIP/Postal Code
   */
  hs_zip?: string;
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
   * High School 2: Search for Your School
   */
  hs_2_name?: string;
  /**
   * High School 2: CEEB Code
   */
  hs_2_ceeb?: string;
  /**
   * High School 2: Country
   */
  hs_2_country?: string;
  hs_2_country_desc?: string;
  /**
   * High School 2: State/Province
   */
  hs_2_state?: string;
  hs_2_state_desc?: string;
  /**
   * High School 2: School Address
   */
  hs_2_address_line_1?: string;
  /**
   * High School 2: City
   */
  hs_2_city?: string;
  /**
   * High School 2: ZIP/Postal Code
   */
  hs_2_zip?: string;
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
   * High School 3: Search for Your School
   */
  hs_3_name?: string;
  /**
   * High School 3: CEEB Code
   */
  hs_3_ceeb?: string;
  /**
   * High School 3: Country
   */
  hs_3_country?: string;
  hs_3_country_desc?: string;
  /**
   * High School 3: State/Province
   */
  hs_3_state?: string;
  hs_3_state_desc?: string;
  /**
   * High School 3: School Address
   */
  hs_3_address_line_1?: string;
  /**
   * High School 3: City
   */
  hs_3_city?: string;
  /**
   * High School 3: ZIP/Postal Code
   */
  hs_3_zip?: string;
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
   * Counselor's Position
   */
  counselor_position?: string;
  counselor_position_desc?: string;
  /**
   * Prefix
   */
  counselor_prefix?: string;
  counselor_prefix_desc?: string;
  /**
   * Counselor's First Name
   */
  counselor_first_name?: string;
  /**
   * Counselor's Last Name
   */
  counselor_last_name?: string;
  /**
   * Counselor's Email
   */
  counselor_email_address?: string;
  /**
   * Counselor's Phone
   */
  counselor_phone?: string;
  /**
   * Country Code
   */
  counselor_intl_phone_cd?: string;
  /**
   * Will you have earned college credit before you start?
   */
  college_credit?: string;
  college_credit_desc?: string;
  /**
   * Have you ever been convicted of, or pleaded guilty to, a misdemeanor or felony?
   */
  conviction?: string;
  conviction_desc?: string;
  /**
   * About this conviction: give the approximate date, explain the circumstances, and reflect on what you learned.
   */
  conviction_comment?: string;
  /**
   * Have you ever been suspended, expelled, dismissed or placed on probation by a school, from grade 9 onward?
   */
  suspended?: string;
  suspended_desc?: string;
  /**
   * About this action by your school: give the approximate date, explain the circumstances, and reflect on what you learned.
   */
  suspended_comment?: string;
  /**
   * Additional Information
   */
  additional_info_essay?: string;
  /**
   * Additional Information Document
   */
  additional_info_doc?: string;
  /**
   * Do you waive your right to read your counselor's recommendation?
   */
  counselor_waiver_request?: string;
  counselor_waiver_request_desc?: string;
  /**
   * I certify that all of this is true, and I agree to these terms.
   */
  legal_agree?: boolean;
  /**
   * Full Legal Name
   */
  signature?: string;
}
