/** Matches a visible character: no space, control character, joiner, filler or empty Braille pattern. */
const visibleCharacter = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u
export const isBlank = (text: string | null | undefined): boolean => !text || !visibleCharacter.test(text)
