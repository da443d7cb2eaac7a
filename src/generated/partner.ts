// Written by npm run generate; never edit by hand.

/**
 * The settings of one university: names, addresses, links and colours. Texts name them as {partner.name}, {partner.links.faq}.
 */
export interface PartnerSettings {
  /**
   * Full name of the university.
   */
  name: string
  /**
   * Short name; used inside keys, so small letters, digits and _ only.
   */
  short_name?: string
  /**
   * Title of the application: the title in form.json if left out.
   */
  application_title: string
  /**
   * Word that chooses the site's style: classic if left out.
   */
  style_word?: ("classic" | "modern")
  /**
   * A full address, beginning with https://.
   */
  privacy_url: string
  /**
   * First line of the postal address.
   */
  address_line_1?: string
  /**
   * Second line of the postal address: city, state and ZIP code.
   */
  address_line_2?: string
  /**
   * The email address that answers students.
   */
  help_email: string
  /**
   * (303) 555-0142
   */
  phone?: string
  /**
   * (303) 555-0142
   */
  toll_free_phone?: string
  /**
   * Maximum number of characters of a long text.
   */
  character_limit?: number
  /**
   * The time zone of the university by its IANA name, e.g. America/Denver. Times are given in it, too: UTC if left out.
   */
  time_zone?: string
  /**
   * What everybody is to read, in a strip above the form and the log-in. It may hold links: [words](https://…).
   */
  banner?: string
  /**
   * The logo as a page shows it.
   */
  logo?: {
    src: string
    alt: string
    width: number
    height: number
  }
  /**
   * What each language that may be chosen calls itself, by its name.
   */
  languages?: {
    [k: string]: string
  }
  /**
   * What is said here instead of a text of the application: copy the line from texts.json and change its words. What is in braces stays.
   */
  texts?: {
    /**
     * A text that is not blank, or one for each form that its number needs: { "one": "{count} page", "other": "{count} pages" }.
     */
    [k: string]: (string | {
      [k: string]: string
    })
  }
  /**
   * Where the form asks for the date of birth; the latest of that question says from which age on somebody may apply. An earlier age is refused and not stored.
   */
  minimum_age?: {
    /**
     * Key of the question for the date of birth.
     */
    question: string
  }
  /**
   * Until when students may apply for each term, the earliest first.
   */
  deadlines?: {
    question: string
    timeZone: string
    afterDeadline: ("accept" | "refuse")
    sentence?: string
    graceMinutes: number
    dates: {
      term: string
      label: string
      ends: string
    }[]
  }
  /**
   * How many days what is known of students is kept. What is left out is kept as long as decision 17 says.
   */
  retention?: {
    /**
     * An account whose address was never confirmed, after the sign-up: 30 if left out.
     */
    unconfirmed_days?: number
    /**
     * The time of a log-in; that of the last one stays as long as the account: 400 if left out.
     */
    login_days?: number
    /**
     * A session, after it was last used: 1 if left out.
     */
    session_days?: number
    /**
     * An application that is not submitted, after the last log-in; its student gets an email 30 days before: 365 if left out.
     */
    draft_days?: number
    /**
     * An application with its documents, after it was submitted: 1096 if left out, three years.
     */
    submitted_days?: number
  }
  /**
   * Web pages by names of your own; texts name them as {partner.links.faq}. The help offers the one named faq.
   */
  links?: {
    /**
     * A full address, beginning with https://.
     */
    [k: string]: string
  }
  /**
   * The colours of the site, each in four shades.
   */
  colors: {
    primary: {
      /**
       * A colour as #rrggbb.
       */
      extraLight: string
      /**
       * A colour as #rrggbb.
       */
      light: string
      /**
       * A colour as #rrggbb.
       */
      main: string
      /**
       * A colour as #rrggbb.
       */
      dark: string
    }
    secondary: {
      /**
       * A colour as #rrggbb.
       */
      extraLight: string
      /**
       * A colour as #rrggbb.
       */
      light: string
      /**
       * A colour as #rrggbb.
       */
      main: string
      /**
       * A colour as #rrggbb.
       */
      dark: string
    }
    accent: {
      /**
       * A colour as #rrggbb.
       */
      extraLight: string
      /**
       * A colour as #rrggbb.
       */
      light: string
      /**
       * A colour as #rrggbb.
       */
      main: string
      /**
       * A colour as #rrggbb.
       */
      dark: string
    }
    neutral: {
      /**
       * A colour as #rrggbb.
       */
      extraLight: string
      /**
       * A colour as #rrggbb.
       */
      light: string
      /**
       * A colour as #rrggbb.
       */
      main: string
      /**
       * A colour as #rrggbb.
       */
      dark: string
    }
    white: {
      /**
       * A colour as #rrggbb.
       */
      extraLight: string
      /**
       * A colour as #rrggbb.
       */
      light: string
      /**
       * A colour as #rrggbb.
       */
      main: string
      /**
       * A colour as #rrggbb.
       */
      dark: string
    }
    error: {
      /**
       * A colour as #rrggbb.
       */
      extraLight: string
      /**
       * A colour as #rrggbb.
       */
      light: string
      /**
       * A colour as #rrggbb.
       */
      main: string
      /**
       * A colour as #rrggbb.
       */
      dark: string
    }
    disabled: {
      /**
       * A colour as #rrggbb.
       */
      extraLight: string
      /**
       * A colour as #rrggbb.
       */
      light: string
      /**
       * A colour as #rrggbb.
       */
      main: string
      /**
       * A colour as #rrggbb.
       */
      dark: string
    }
  }
  /**
   * The language of these settings; absent: English.
   */
  language?: string
  /**
   * The links below every page.
   */
  footer?: {
    title: string
    link: string
  }[]
  /**
   * From where it is read.
   */
  direction?: ("ltr" | "rtl")
  /**
   * The locale of its numbers and dates.
   */
  locale?: string
}
