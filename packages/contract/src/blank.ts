/** Any character except spaces, control characters, joiners, fillers and the empty Braille pattern. */
const visibleCharacter = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u
export const isBlank = (text: string | null | undefined): boolean => !text || !visibleCharacter.test(text)
