const CODE = /^(?:\d{2,5}|2[ab])$/i

/** Splits a typed text into a town and the postcode or department number before or after it; `code` may be null. */
export const splitTownAndCode = (typed: string): { name: string; code: string | null } => {
  const words = typed.split(/[\s,()-]+/).filter(Boolean)
  const at = [words.length - 1, 0].find(n => CODE.test(words[n] ?? ''))
  if (words.length < 2 || at === undefined) return { name: typed, code: null }
  return { name: words.toSpliced(at, 1).join(' '), code: words[at]!.toLowerCase() }
}

/** Removes invisible characters that pasted text may contain, and the spaces within a postcode. */
export const cleanTypedName = (typed: string): string => {
  const visible = typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return /^[\d\s]+$/.test(visible) ? visible.replace(/\s/g, '') : visible
}
