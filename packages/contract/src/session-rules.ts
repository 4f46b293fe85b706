// What is asked of what is typed at the door. Apart from the calls, which every screen brings along.
import type { RuleBreak } from './errors.ts'
import { MAX_EMAIL_LENGTH } from './session.ts'

/** Letters and digits of a new register key: fewer are guessed. */
const MIN_KEY_LENGTH = 6

/** What the log-in form and the server both ask of it, in the order in which errors are told. */
export const checkLogIn = (form: { email?: string; password?: string }): RuleBreak | null => {
  if (!form.email?.trim()) return { key: 'missingemailorpseudo', field: 'email' }
  if (!form.password) return { key: 'missingpassword', field: 'password' }
  return null
}

/** As browsers check the field, with a dot in the domain: nobody's mail comes without one. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/**
 * An e-mail as it is compared and stored: in plain letters where a keyboard gives full-width ones, without the invisible
 * marks that copying brings along, and without blanks around it.
 */
export const plainEmail = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()

/** What is asked of an e-mail: `missingemail`, `invalidemail`. */
export const checkEmail = (email: string | undefined): RuleBreak | null => {
  const typed = email && plainEmail(email)
  if (!typed) return { key: 'missingemail', field: 'email' }
  return typed.length <= MAX_EMAIL_LENGTH && emailPattern.test(typed) ? null : { key: 'invalidemail', field: 'email' }
}

/** What is asked of a key that a team chooses: `missingkey`, `shortkey`. Letters and digits alone count. */
export const checkNewKey = (key: string | null | undefined): RuleBreak | null => {
  if (!key?.trim()) return { key: 'missingkey', field: 'key' }
  const counted = [...key.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')]
  return counted.length < MIN_KEY_LENGTH ? { key: 'shortkey', field: 'key' } : null
}

/**
 * What the register form and the server both ask of it, in the order in which errors are told. The terms are the form's
 * alone.
 */
export const checkRegister = (
  form: { email?: string; registerkey?: string },
  { needKey }: { needKey: boolean },
): RuleBreak | null =>
  checkEmail(form.email) ?? (needKey && !form.registerkey?.trim() ? { key: 'missingkey', field: 'registerkey' } : null)
