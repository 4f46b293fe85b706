import { mediaWidths } from './media.ts'

export interface PhotoMedia {
  uri: string
  width: number
  height: number
  thumbhash: string
}

export type PhotoSize = keyof typeof mediaWidths

const order = ['thumb', 'card', 'full'] as const satisfies PhotoSize[]

/** The stored sizes up to the largest wanted, each with its true width in pixels: a picture is never enlarged, and its longest side counts. */
export const photoSources = ({ uri, width, height }: PhotoMedia, largest: PhotoSize): { src: string; srcSet: string } => {
  const longest = Math.max(width, height)
  const wanted = order.slice(0, order.indexOf(largest) + 1)
  // a size that adds no pixel over the one before is left out
  const kept = wanted.filter((size, at) => at === 0 || longest > mediaWidths[wanted[at - 1] ?? size])
  const widthOf = (size: PhotoSize) => Math.round(width * Math.min(1, mediaWidths[size] / longest))
  return { src: `${uri}/${kept.at(-1)}`, srcSet: kept.map(size => `${uri}/${size} ${widthOf(size)}w`).join(', ') }
}
