import { mediaWidths } from './media.ts'

export interface PhotoMedia {
  uri: string
  width: number
  height: number
  thumbhash: string
}

const sizes = ['thumb', 'card', 'full'] as const satisfies (keyof typeof mediaWidths)[]

/** States the true width of each size: a picture is never enlarged, and sizes limit its longest side. */
export const photoSources = ({ uri, width, height }: PhotoMedia): { src: string; srcSet: string } => {
  const longest = Math.max(width, height)
  // Omits a size that is not larger than the one before.
  const usedSizes = sizes.filter((size, at) => at === 0 || longest > mediaWidths[sizes[at - 1] ?? size])
  const widthOf = (size: keyof typeof mediaWidths) => Math.round(width * Math.min(1, mediaWidths[size] / longest))
  return {
    src: `${uri}/${usedSizes.at(-1)}`,
    srcSet: usedSizes.map(size => `${uri}/${size} ${widthOf(size)}w`).join(', '),
  }
}
