import { mediaWidths } from './media.ts'

export interface PhotoMedia {
  uri: string
  width: number
  height: number
  thumbhash: string
}

const sizes = ['thumb', 'card', 'full'] as const satisfies (keyof typeof mediaWidths)[]

/** Returns `srcSet` with true widths: sizes limit the longest side, and small pictures are not enlarged. */
export const photoSources = ({ uri, width, height }: PhotoMedia): { src: string; srcSet: string } => {
  const longest = Math.max(width, height)
  // Omits a size that is not larger than the previous one.
  const usedSizes = sizes.filter((size, at) => at === 0 || longest > mediaWidths[sizes[at - 1] ?? size])
  const widthOf = (size: keyof typeof mediaWidths) => Math.round(width * Math.min(1, mediaWidths[size] / longest))
  return {
    src: `${uri}/${usedSizes.at(-1)}`,
    srcSet: usedSizes.map(size => `${uri}/${size} ${widthOf(size)}w`).join(', '),
  }
}
