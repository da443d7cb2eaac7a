// Written by npm run generate; never edit by hand.

/**
 * What is answered to DELETE /api/delete-account.
 */
export interface DeleteDeleteAccountAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to DELETE /api/document-answer/{answer_key}.
 */
export interface DeleteDocumentAnswerAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to DELETE /api/email-change.
 */
export interface DeleteEmailChangeAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with DELETE /api/passkeys/{id}.
 */
export interface DeletePasskeyBody {
  /**
   * The present one; needed where the log-in is not fresh.
   */
  password?: string
}

/**
 * What is answered to DELETE /api/passkeys/{id}.
 */
export interface DeletePasskeyAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to DELETE /api/pdf/document-answer/{answer_key}.
 */
export interface DeletePdfDocumentAnswerAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to DELETE /api/sessions/{id}.
 */
export interface DeleteSessionAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to DELETE /api/sessions.
 */
export interface DeleteSessionsAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * Button id → number of components.
 */
export interface GetAddAnotherAnswer {
  [k: string]: number
}

/**
 * What is answered to GET /api/delete-account.
 */
export interface GetDeleteAccountAnswer {
  /**
   * When the student asked the university to delete what they submitted; null without a request.
   */
  asked_at: (string | null)
}

/**
 * Question key → the attached file; only questions that have one.
 */
export interface GetDocumentAnswerAnswer {
  [k: string]: {
    file_name: string
    /**
     * In bytes.
     */
    file_size: number
  }
}

/**
 * What is answered to GET /api/email-change.
 */
export interface GetEmailChangeAnswer {
  /**
   * The confirmed new address; null without a planned change.
   */
  email: (string | null)
  /**
   * When it becomes the address of the account.
   */
  applies_at: (string | null)
}

/**
 * What is answered to GET /api/logout.
 */
export interface GetLogoutAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with GET /lookup/find.
 */
export interface GetLookupFindQuery {
  /**
   * A directory of the form, address, or zip (by id alone, which is the code).
   */
  category: string
  /**
   * What was typed.
   */
  query?: string
  /**
   * The id of the chosen item, instead of query.
   */
  id?: string
  /**
   * 5 when left out, 10 at most.
   */
  max_results?: string
  /**
   * Code of the student's state, where known: of equally good matches, those in it come first.
   */
  near?: string
  /**
   * Value of the country chosen for the address, where known: its addresses come first.
   */
  country?: string
}

/**
 * What is answered to GET /lookup/find.
 */
export type GetLookupFindAnswer = ({
  id: string
  text: string
  /**
   * Distinguishes entries with the same text.
   */
  sub_text: string
}[] | {
  [k: string]: (string | null)
})

/**
 * What a page opens with, in one answer: path of a call → what a GET of it answers.
 */
export interface GetOpeningAnswer {
  [k: string]: {
    [k: string]: unknown
  }
}

/**
 * All that is known of the student, as npm run matricula -- student export writes it, to be saved as a file.
 */
export interface GetOwnDataAnswer {
  [k: string]: unknown
}

/**
 * What is answered to GET /api/passkeys.
 */
export interface GetPasskeysAnswer {
  passkeys: {
    id: string
    /**
     * Browser and system in which it was added, e.g. Chrome, Windows; empty where they are not known.
     */
    device: string
    /**
     * ISO time.
     */
    since: string
    /**
     * ISO time; null before the first log-in with it.
     */
    last_used: (string | null)
  }[]
  /**
   * True where adding and removing one takes the password, because the log-in was a while ago.
   */
  needs_password: boolean
}

/**
 * What is answered to GET /api/pdf/document-answer/{answer_key}.
 */
export interface GetPdfDocumentAnswerAnswer {
  status: ("COMPLETED" | "FAILED" | "IN_PROGRESS" | "UNPROCESSED" | "NOT_ANSWERED")
  /**
   * Why it FAILED, or what it waits for; empty otherwise.
   */
  message: string
  /**
   * Pages of the PDF, when it is COMPLETED.
   */
  pages?: number
  /**
   * The first page as a small JPEG in base64, when it is COMPLETED.
   */
  thumbnail?: string
}

/**
 * What is sent with GET /api/pdf.
 */
export interface GetPdfQuery {
  /**
   * The cycle of a past application of this student, as in past_applications; without it, the current application.
   */
  cycle?: string
}

/**
 * What is answered to GET /api/pdf.
 */
export interface GetPdfAnswer {
  status: ("COMPLETED" | "FAILED" | "IN_PROGRESS" | "UNPROCESSED" | "NOT_ANSWERED")
  /**
   * Where the copy is, for the same session, once it is COMPLETED.
   */
  url: (string | null)
  /**
   * One sentence for the student.
   */
  message: string
}

/**
 * What is answered to GET /api/profile.
 */
export interface GetProfileAnswer {
  username: string
  /**
   * Path of the page where the student was last, e.g. /about.
   */
  last_page: (string | null)
  /**
   * ISO times, oldest first.
   */
  successful_login: string[]
  web_status: {
    web_status: ("started" | "validating" | "submitted")
    /**
     * ISO time.
     */
    at: string
  }[]
  answer: {
    /**
     * The empty string marks an emptied answer.
     */
    [k: string]: (string | number | boolean | string[])
  }
  document_answer: {
    [k: string]: ("ANSWERED" | "")
  }
  /**
   * Counts the saves; send it back as base_version.
   */
  version: number
  /**
   * The number of the submission; null before it is submitted.
   */
  receipt: (string | null)
  /**
   * ISO time from which on the submission was late; null where none applied, or before it.
   */
  deadline?: (string | null)
  /**
   * Whether it came after the deadline.
   */
  late?: boolean
  /**
   * The student's own key, 256 bits in base64url: it encrypts unsaved changes in the browser. The page holds it in memory only.
   */
  storage_key: string
  /**
   * Keys of the questions that are newly asked, or whose answer is no longer right, because the form has changed since the student was here last.
   */
  look_at?: string[]
  /**
   * Name of the cycle of this application; null in a form without cycles, and where it was submitted before they had names.
   */
  cycle?: (string | null)
  /**
   * The cycle in which the student can apply again: the form's, if this application was submitted in another one; else null.
   */
  next_cycle?: ({
    name: string
    /**
     * ISO time from which on POST /api/next-application is accepted; null if it always is.
     */
    opens: (string | null)
    /**
     * Whether POST /api/next-application is accepted now: opened, and not closed.
     */
    is_open: boolean
  } | null)
  /**
   * What the student submitted in earlier cycles, newest first.
   */
  past_applications?: {
    /**
     * Null before cycles had names; the empty string names that one in a query.
     */
    cycle: (string | null)
    receipt: string
    /**
     * ISO time.
     */
    submitted_at: string
  }[]
  /**
   * Keys of answers carried over from the last application and not checked yet. PUT /api/answer with the same or another answer checks it.
   */
  carried?: string[]
}

/**
 * What is answered to GET /api/reminders.
 */
export interface GetRemindersAnswer {
  /**
   * Whether the student is reminded of the deadline by email.
   */
  on: boolean
}

/**
 * What is sent with GET /service/tmp-pdf.
 */
export interface GetServiceTmpPdfQuery {
  /**
   * From the link that npm run matricula -- service-link prints.
   */
  service_token?: string
}

/**
 * What is answered to GET /service/tmp-pdf.
 */
export interface GetServiceTmpPdfAnswer {
  answer: {
    [k: string]: (string | number | boolean | string[])
  }
  /**
   * Button id → number of components.
   */
  add_another: {
    [k: string]: number
  }
  /**
   * ANSWERED or the empty string.
   */
  document_answer: {
    [k: string]: string
  }
  /**
   * Tab group → chosen tab.
   */
  tabs: {
    [k: string]: string
  }
  application: {
    username: string
    receipt: (string | null)
    /**
     * ISO time; null while the application is not submitted.
     */
    submitted_at: (string | null)
    /**
     * True where it came after the deadline and was taken all the same.
     */
    late?: boolean
    /**
     * The form that was answered, where it is not the current one.
     */
    definition: ({} | null)
    /**
     * ISO time until which the link opens this; null where it is drawn to be printed by the server.
     */
    valid_until?: (string | null)
    /**
     * Names of attached files that no malware scanner has read; for links only.
     */
    unscanned?: string[]
  }
}

/**
 * What is answered to GET /api/sessions.
 */
export interface GetSessionsAnswer {
  sessions: {
    id: string
    /**
     * Browser and system, e.g. Firefox, Windows; empty where they are not known.
     */
    device: string
    /**
     * ISO time.
     */
    since: string
    /**
     * ISO time.
     */
    last_seen: string
    /**
     * True for the session that asks.
     */
    is_this: boolean
    /**
     * What the student logged in with.
     */
    by: ("password" | "passkey")
  }[]
}

/**
 * What is sent with GET /api/submission.
 */
export interface GetSubmissionQuery {
  /**
   * The cycle of a past application of this student, as in past_applications; without it, the current application.
   */
  cycle?: string
}

/**
 * What is answered to GET /api/submission.
 */
export interface GetSubmissionAnswer {
  /**
   * As they were submitted, those of documents too.
   */
  answer: {
    [k: string]: (string | number | boolean | string[])
  }
  /**
   * Button id → number of components.
   */
  add_another: {
    [k: string]: number
  }
  /**
   * Tab group → chosen tab.
   */
  tabs: {
    [k: string]: string
  }
  receipt: string
  /**
   * ISO time.
   */
  submitted_at: string
  /**
   * The form that was answered, where it is not the current one.
   */
  definition: ({} | null)
}

/**
 * Tab group → chosen tab.
 */
export interface GetTabsAnswer {
  [k: string]: string
}

/**
 * What is sent with GET /public/tmp.
 */
export interface GetTmpQuery {
  /**
   * From the link that npm run matricula -- prefill prints.
   */
  token: string
}

/**
 * What is answered to GET /public/tmp.
 */
export interface GetTmpAnswer {
  answer: {
    [k: string]: (string | number | boolean | string[])
  }
}

/**
 * What is sent with POST /public/cancel-email.
 */
export interface PostCancelEmailQuery {
  /**
   * That of the link in the email about the change.
   */
  token: string
}

/**
 * What is answered to POST /public/cancel-email.
 */
export interface PostCancelEmailAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /public/confirm.
 */
export interface PostConfirmBody {
  /**
   * The email address; its case does not matter.
   */
  username: string
  /**
   * The six digits of the email; blanks and dashes between them do not matter.
   */
  code: string
  /**
   * From the link in the email: which sign-up the code is for. Left out, the cookie of the browser that signed up says it, else the code alone.
   */
  signup?: string
  /**
   * The one chosen at the sign-up. Needed in another browser: 422 with needs_password without it.
   */
  password?: string
}

/**
 * What is answered to POST /public/confirm.
 */
export interface PostConfirmAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /api/delete-account.
 */
export interface PostDeleteAccountBody {
  password: string
}

/**
 * What is answered to POST /api/delete-account.
 */
export interface PostDeleteAccountAnswer {
  /**
   * One plain sentence.
   */
  message: string
  /**
   * False where the university was asked, because the application is submitted.
   */
  deleted: boolean
}

/**
 * What is sent with POST /api/email-code.
 */
export interface PostEmailCodeBody {
  /**
   * Mailed to the new address.
   */
  code: string
}

/**
 * What is answered to POST /api/email-code.
 */
export interface PostEmailCodeAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /api/email.
 */
export interface PostEmailBody {
  /**
   * The present one.
   */
  password: string
  /**
   * The new address; its case does not matter.
   */
  email: string
}

/**
 * What is answered to POST /api/email.
 */
export interface PostEmailAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /public/forgot-password.
 */
export interface PostForgotPasswordBody {
  /**
   * The email address; its case does not matter.
   */
  username: string
}

/**
 * What is answered to POST /public/forgot-password.
 */
export interface PostForgotPasswordAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /public/login.
 */
export interface PostLoginBody {
  /**
   * The email address; its case does not matter.
   */
  username: string
  password: string
}

/**
 * What is answered to POST /public/login.
 */
export interface PostLoginAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to POST /api/next-application.
 */
export interface PostNextApplicationAnswer {
  /**
   * One plain sentence, with status 201. The page then loads the new application with GET /api/opening.
   */
  message: string
}

/**
 * What is sent with POST /api/own-data.
 */
export interface PostOwnDataBody {
  /**
   * The present one; needed ten minutes after the log-in or the last password. Then GET /api/own-data works for ten minutes.
   */
  password?: string
}

/**
 * What is answered to POST /api/own-data.
 */
export interface PostOwnDataAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to POST /public/passkey-challenge.
 */
export interface PostPasskeyChallengeAnswer {
  /**
   * To be signed, in base64url.
   */
  challenge: string
  /**
   * The host that passkeys are for.
   */
  rp_id: string
}

/**
 * What is sent with POST /public/passkey-login.
 */
export interface PostPasskeyLoginBody {
  /**
   * Of the credential; binary values are in base64url.
   */
  id: string
  /**
   * clientDataJSON of the answer.
   */
  client_data: string
  authenticator_data: string
  signature: string
  /**
   * Whose passkey it is, as it says itself.
   */
  user_handle: string
}

/**
 * What is answered to POST /public/passkey-login.
 */
export interface PostPasskeyLoginAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /api/passkey-options.
 */
export interface PostPasskeyOptionsBody {
  /**
   * The present one; needed where the log-in is not fresh.
   */
  password?: string
}

/**
 * What is answered to POST /api/passkey-options.
 */
export interface PostPasskeyOptionsAnswer {
  /**
   * PublicKeyCredentialCreationOptionsJSON of Web Authentication.
   */
  options: {
    rp: {
      id: string
      name: string
    }
    user: {
      id: string
      name: string
      displayName: string
    }
    challenge: string
    pubKeyCredParams: {
      alg: number
      type: "public-key"
    }[]
    timeout: number
    attestation: "none"
    excludeCredentials: {
      id: string
      type: "public-key"
    }[]
    authenticatorSelection: {
      residentKey: "required"
      requireResidentKey: boolean
      userVerification: "required"
    }
  }
}

/**
 * What is sent with POST /api/passkeys.
 */
export interface PostPasskeysBody {
  /**
   * Of the credential; binary values are in base64url.
   */
  id: string
  /**
   * clientDataJSON of the answer.
   */
  client_data: string
  attestation_object: string
}

/**
 * What is answered to POST /api/passkeys.
 */
export interface PostPasskeysAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /api/password.
 */
export interface PostPasswordBody {
  /**
   * The present one.
   */
  password: string
  new_password: string
  /**
   * Whether the student stays logged in elsewhere. Default: false.
   */
  keep_sessions?: boolean
  /**
   * Whether passkeys go on working. Default: true.
   */
  keep_passkeys?: boolean
}

/**
 * What is answered to POST /api/password.
 */
export interface PostPasswordAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /api/pdf/document-answer/{answer_key}.
 */
export interface PostPdfDocumentAnswerBody {
  file_key: string
  /**
   * As on the student's computer; after cleaning at most 32 characters.
   */
  file_name: string
}

/**
 * What is answered to POST /api/pdf/document-answer/{answer_key}.
 */
export interface PostPdfDocumentAnswerAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /api/presigned-url.
 */
export interface PostPresignedUrlBody {
  answer_key: string
}

/**
 * What is answered to POST /api/presigned-url.
 */
export interface PostPresignedUrlAnswer {
  /**
   * The address to post the form to.
   */
  url: string
  /**
   * Fields of the form, sent before the file.
   */
  fields: {
    /**
     * The key of the file in later calls.
     */
    key: string
    [k: string]: string
  }
}

/**
 * What is sent with POST /public/resend-confirm.
 */
export interface PostResendConfirmBody {
  /**
   * The email address; its case does not matter.
   */
  username: string
}

/**
 * What is answered to POST /public/resend-confirm.
 */
export interface PostResendConfirmAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /public/reset-password.
 */
export interface PostResetPasswordBody {
  /**
   * The email address; its case does not matter.
   */
  username: string
  password: string
  /**
   * The id of the link in the email.
   */
  id: string
}

/**
 * What is answered to POST /public/reset-password.
 */
export interface PostResetPasswordAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /public/signup.
 */
export interface PostSignupBody {
  /**
   * The email address; its case does not matter.
   */
  username: string
  password: string
}

/**
 * What is answered to POST /public/signup.
 */
export interface PostSignupAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /public/stop-reminders.
 */
export interface PostStopRemindersQuery {
  /**
   * That of the link in a reminder.
   */
  token: string
}

/**
 * What is answered to POST /public/stop-reminders.
 */
export interface PostStopRemindersAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is answered to POST /api/submit.
 */
export interface PostSubmitAnswer {
  /**
   * One plain sentence.
   */
  message: string
  receipt: string
  /**
   * ISO time; that of the first submit.
   */
  submitted_at?: string
  /**
   * ISO time from which on the submission is late; null where none applies.
   */
  deadline?: (string | null)
  /**
   * Whether it came after the deadline.
   */
  late?: boolean
}

/**
 * What is sent with POST /api/validations.
 */
export interface PostValidationsBody {
  /**
   * Question key → messages.
   */
  validations: {
    /**
     * @maxItems 50
     */
    [k: string]: string[]
  }
  schema?: unknown
}

/**
 * What is answered to POST /api/validations.
 */
export interface PostValidationsAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with POST /api/web-status.
 */
export interface PostWebStatusBody {
  web_status: ("started" | "validating" | "submitted")
}

/**
 * What is answered to POST /api/web-status.
 */
export interface PostWebStatusAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with PUT /api/add-another.
 */
export interface PutAddAnotherBody {
  button_id: string
  num_components: number
}

/**
 * What is answered to PUT /api/add-another.
 */
export interface PutAddAnotherAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with PUT /api/answer.
 */
export interface PutAnswerBody {
  /**
   * Question key → value; missing keys stay unchanged.
   */
  answer: {
    [k: string]: unknown
  }
  base_version?: number
  target_route?: string
}

/**
 * What is answered to PUT /api/answer.
 */
export interface PutAnswerAnswer {
  /**
   * One plain sentence.
   */
  message: string
  version: number
}

/**
 * What is sent with PUT /api/last-page.
 */
export interface PutLastPageBody {
  /**
   * Path of a page of the form.
   */
  last_page: string
}

/**
 * What is answered to PUT /api/last-page.
 */
export interface PutLastPageAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with PUT /api/reminders.
 */
export interface PutRemindersBody {
  /**
   * Whether the student is reminded of the deadline by email.
   */
  on: boolean
}

/**
 * What is answered to PUT /api/reminders.
 */
export interface PutRemindersAnswer {
  /**
   * One plain sentence.
   */
  message: string
}

/**
 * What is sent with PUT /api/tabs.
 */
export interface PutTabsBody {
  tab_id: string
  chosen_tab: string
}

/**
 * What is answered to PUT /api/tabs.
 */
export interface PutTabsAnswer {
  /**
   * One plain sentence.
   */
  message: string
}
