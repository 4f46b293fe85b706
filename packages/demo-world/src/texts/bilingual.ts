export interface Bilingual {
  fr: string
  en: string
}

// The texts are typed with plain spaces, which are easy to read and search; French typography needs no-break spaces.
export const withFrenchSpaces = (text: string): string =>
  text
    .replace(/ ([?!:;»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(\d) (?=(?:h|km|m|kg|g|cl|min|ans|places|€|%|°)(?!\p{L}))/gu, '$1\u00a0')
    .replace(/(\d\u00a0h) (?=\d)/g, '$1\u00a0')

export const bilingual = (fr: string, en: string): Bilingual => ({ fr: withFrenchSpaces(fr), en })
