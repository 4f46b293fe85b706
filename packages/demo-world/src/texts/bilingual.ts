export interface Bilingual {
  fr: string
  en: string
}

// Sources are typed with plain spaces, which can be read and searched; what is published has the right ones.
export const frenchSpaces = (text: string): string =>
  text
    .replace(/ ([?!:;»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(\d) (?=(?:h|km|m|kg|g|cl|min|ans|places|€|%|°)(?!\p{L}))/gu, '$1\u00a0')
    .replace(/(\d\u00a0h) (?=\d)/g, '$1\u00a0')

export const b = (fr: string, en: string): Bilingual => ({ fr: frenchSpaces(fr), en })
