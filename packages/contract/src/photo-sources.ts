import { mediaWidths } from './media.ts'

export interface PhotoMedia {
  uri: string
  width: number
  height: number
  thumbhash: string
}

const order = ['thumb', 'card', 'full'] as const satisfies (keyof typeof mediaWidths)[]

/**
 * The stored sizes, each with its true width in pixels, for the browser to choose: a picture is never enlarged, and its
 * longest side counts.
 */
export const photoSources = ({ uri, width, height }: PhotoMedia): { src: string; srcSet: string } => {
  const longest = Math.max(width, height)
  // a size that adds no pixel over the one before is left out
  const kept = order.filter((size, at) => at === 0 || longest > mediaWidths[order[at - 1] ?? size])
  const widthOf = (size: keyof typeof mediaWidths) => Math.round(width * Math.min(1, mediaWidths[size] / longest))
  return { src: `${uri}/${kept.at(-1)}`, srcSet: kept.map(size => `${uri}/${size} ${widthOf(size)}w`).join(', ') }
}
