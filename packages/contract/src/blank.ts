/** Anything that shows: neither space nor control character, joiner, filler or empty Braille pattern. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Says nothing that a reader could see. */
export const isBlank = (text: string | null | undefined): boolean => !text || !visible.test(text)
