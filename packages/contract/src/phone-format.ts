/** A no-break space keeps a number on one line. */
const NO_BREAK_SPACE = '\u00a0'

const stripSeparators = (phone: string) => phone.replace('(0)', '').replace(/[\s.\-/()]/g, '')

/** A French number in national form: the zero, then nine digits. Null for any other number. */
const parseFrenchNumber = (phone: string): string | null => {
  const national = stripSeparators(phone).replace(/^(\+33|0033)0?/, '0')
  return /^0[1-9]\d{8}$/.test(national) ? national : null
}

/** Formats French numbers in pairs of digits: "+33(0)4 65 71 12 01" as "04 65 71 12 01". Others stay as typed. */
export const formatPhone = (phone: string): string =>
  parseFrenchNumber(phone)?.match(/\d\d/g)?.join(NO_BREAK_SPACE) ?? phone.trim()

/** Whether the number can be dialled: a complete French number, or a foreign one with its prefix. */
export const isDialablePhone = (phone: string): boolean =>
  parseFrenchNumber(phone) !== null || /^(\+|00)(?!33)[1-9]\d{7,13}$/.test(stripSeparators(phone))
