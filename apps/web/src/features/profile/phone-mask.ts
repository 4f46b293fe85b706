import { MAX_TYPED_PHONE_LENGTH } from '@parvis/contract/profile.ts'

/** Number of digits of a French number after its prefix. */
const NATIONAL_DIGIT_COUNT = 9
const PREFIX = '+33(0)'

/** The national digits of a French number in any usual notation; null for any other text. */
const nationalDigitsOf = (typed: string): string | null => {
  const stripped = typed.replace('(0)', '').replace(/[^\d+]/g, '')
  const [, digits] =
    /^(?:\+33|0033)0?(\d*)$/.exec(stripped) ??
    /^0([1-9]\d*)$/.exec(stripped) ??
    // Without a prefix a number is recognised only once it is complete.
    /^33([1-9]\d{8})$/.exec(stripped) ??
    /^((?!33)[1-9]\d{8})$/.exec(stripped) ??
    []
  return digits ?? null
}

const formatDigits = (digits: string) =>
  PREFIX + [digits.slice(0, 1), ...(digits.slice(1).match(/..?/g) ?? [])].join(' ')

/** Masks +33(0)X XX XX XX XX; a number that is not French, or too long, is returned as typed, without letters. */
export const maskPhone = (entered: string, previous: string): string => {
  const typed = entered.replace(/[^\d\s+().-]/g, '').slice(0, MAX_TYPED_PHONE_LENGTH)
  const digits = nationalDigitsOf(typed)
  if (digits === null) return typed
  const isDeletion = typed.length < previous.length
  if (digits.length > NATIONAL_DIGIT_COUNT)
    return nationalDigitsOf(previous)?.length === NATIONAL_DIGIT_COUNT && typed.startsWith(previous) ? previous : typed
  // Deleting the last digit also deletes the prefix.
  if (digits === '' && isDeletion) return ''
  // A number that is edited in the middle is not formatted until it is complete again.
  const isAtEnd = typed.startsWith(previous) || previous.startsWith(typed)
  return isAtEnd || digits.length === NATIONAL_DIGIT_COUNT ? formatDigits(digits) : typed
}
