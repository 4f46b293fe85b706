// Form rules, separate from the endpoints, because every screen loads the file of the endpoints.
import type { ValidationError } from './errors.ts'
import { MAX_EMAIL_LENGTH } from './entry.ts'

/** Minimum number of letters and digits in a new register key: shorter keys can be guessed. */
const MIN_KEY_LENGTH = 6

export const validateLogIn = (form: { email?: string; password?: string }): ValidationError | null => {
  if (!form.email?.trim()) return { key: 'missingemailorpseudo', field: 'email' }
  if (!form.password) return { key: 'missingpassword', field: 'password' }
  return null
}

/** The pattern of HTML's e-mail inputs, but with a dot required in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** For comparison and storage: makes full-width letters plain; removes invisible characters and outer spaces. */
export const normalizeEmail = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()

/** Errors: `missingemail`, `invalidemail`. */
export const validateEmail = (email: string | undefined): ValidationError | null => {
  const typed = email && normalizeEmail(email)
  if (!typed) return { key: 'missingemail', field: 'email' }
  return typed.length <= MAX_EMAIL_LENGTH && emailPattern.test(typed) ? null : { key: 'invalidemail', field: 'email' }
}

/** Rules of a register key chosen by a team. Only letters and digits count. Errors: `missingkey`, `shortkey`. */
export const validateNewKey = (key: string | null | undefined): ValidationError | null => {
  if (!key?.trim()) return { key: 'missingkey', field: 'key' }
  const counted = [...key.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')]
  return counted.length < MIN_KEY_LENGTH ? { key: 'shortkey', field: 'key' } : null
}

/** Validates a registration. Consent to the terms is checked by the form only. */
export const validateRegistration = (
  form: { email?: string; registerkey?: string },
  { needKey }: { needKey: boolean },
): ValidationError | null =>
  validateEmail(form.email) ??
  (needKey && !form.registerkey?.trim() ? { key: 'missingkey', field: 'registerkey' } : null)
