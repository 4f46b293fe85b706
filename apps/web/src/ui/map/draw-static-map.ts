import type { Point } from '@parvis/contract/community.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { creditOf, fetchStyle, inOurColours, readColours } from './map-style.ts'

setWorkerUrl(workerUrl)

/** Of the picture, in pixels of the page: twice as wide as high, as it is shown beside a place. */
const WIDTH = 800
const HEIGHT = 400
/** Sharp on dense screens. */
const DENSITY = 2
/** Some streets around the place. */
const ZOOM = 15
const TIMEOUT_MS = 20_000
const QUALITY = 0.85
const DOT_RADIUS = 10

/** The next time the map has drawn all that it shows; false where it takes too long. */
const isDrawn = (map: TileMap) =>
  new Promise<boolean>(resolve => {
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS)
    void map.once('idle').then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })

interface Drawing {
  map: TileMap
  /** Of the dot and of the ring around it. */
  dot: { fill: string; ring: string } | null
}

const creditIn = (map: TileMap): string => {
  const sources = Object.keys(map.getStyle().sources).map(id => map.getSource(id))
  return creditOf(sources.flatMap(source => source?.attribution ?? [])) || '© OpenStreetMap'
}

const finished = ({ map, dot }: Drawing): HTMLCanvasElement => {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH * DENSITY, height: HEIGHT * DENSITY })
  const pen = canvas.getContext('2d')!
  pen.scale(DENSITY, DENSITY)
  pen.drawImage(map.getCanvas(), 0, 0, WIDTH, HEIGHT)
  for (const [colour, radius] of dot ? [[dot.ring, DOT_RADIUS] as const, [dot.fill, DOT_RADIUS * 0.6] as const] : []) {
    pen.fillStyle = colour
    pen.beginPath()
    pen.arc(WIDTH / 2, HEIGHT / 2, radius, 0, 2 * Math.PI)
    pen.fill()
  }
  return canvas
}

/** A colour of `tokens.css`, worked out by day. */
const tokenOf = (box: HTMLElement, name: string) => {
  box.style.color = `var(--${name})`
  return getComputedStyle(box).color
}

export interface StaticMap {
  file: File
  /** Who made it, to be told where it is shown. */
  credit: string
}

/**
 * A picture of the streets around a place, which stands in its middle, drawn out of sight; `withDot` marks it there,
 * else who shows the picture does. Null without tiles, or where the device cannot draw them.
 */
export const drawStaticMap = async (
  point: Point,
  styleUrl: string,
  { withDot }: { withDot: boolean },
): Promise<StaticMap | null> => {
  const box = document.createElement('div')
  box.inert = true
  box.style.cssText = `position: fixed; inset: 0 auto auto -9999px; inline-size: ${WIDTH}px; block-size: ${HEIGHT}px`
  // the picture is seen by others: in the colours of the day
  box.style.colorScheme = 'light'
  document.body.append(box)
  let map: TileMap | undefined
  try {
    const colours = readColours(box)
    map = new TileMap({
      container: box,
      style: inOurColours(await fetchStyle(styleUrl), colours),
      center: point.coordinates,
      zoom: ZOOM,
      pixelRatio: DENSITY,
      interactive: false,
      attributionControl: false,
      fadeDuration: 0,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    })
    let missing = false
    map.on('error', () => {
      missing = true
    })
    if (!(await isDrawn(map)) || missing) return null
    const dot = withDot ? { fill: tokenOf(box, 'brand'), ring: tokenOf(box, 'surface') } : null
    const canvas = finished({ map, dot })
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return (
      blob && { file: new File([blob], 'map.jpg', { type: blob.type }), credit: creditIn(map).slice(0, MAX_ALT_LENGTH) }
    )
  } catch {
    return null
  } finally {
    map?.remove()
    box.remove()
  }
}
