const HUES = 360

/** The one or two letters that are shown for a person without a photo. */
export const initialsOf = (name: string): string => {
  const words = name
    .replace(/[^\p{L}\s-]/gu, '')
    .split(/[\s-]+/)
    .filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => (word ? [...word][0] : ''))
  return letters.join('').toUpperCase()
}

/** A hue in degrees for a name, always the same for the same name. */
export const hueOf = (name: string): number =>
  [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % HUES, 7)
