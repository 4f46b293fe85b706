import type { Point } from '@parvis/contract/community.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { creditOf, fetchStyle, inOurColours, readColours } from './map-style.ts'

setWorkerUrl(workerUrl)

/** The size of the picture in CSS pixels, with the aspect ratio it is shown in. */
const WIDTH = 800
const HEIGHT = 400
/** For dense screens. */
const DENSITY = 2
/** Shows a few streets around the place. */
const ZOOM = 15
const TIMEOUT_MS = 20_000
const QUALITY = 0.85
const DOT_RADIUS = 10

/** Resolves when the map has rendered everything; false on a timeout. */
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
  /** The colours of the dot and of its ring. */
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

/** The computed value of a colour from `tokens.css`, in the light theme. */
const tokenOf = (box: HTMLElement, name: string) => {
  box.style.color = `var(--${name})`
  return getComputedStyle(box).color
}

export interface StaticMap {
  file: File
  /** The attribution to show with the picture. */
  credit: string
}

/**
 * Renders a picture of the streets around a point off screen. `withDot` marks the point in its centre; otherwise
 * whoever shows the picture does. Null without tiles, or if the device cannot render them.
 */
export const drawStaticMap = async (
  point: Point,
  styleUrl: string,
  { withDot }: { withDot: boolean },
): Promise<StaticMap | null> => {
  const box = document.createElement('div')
  box.inert = true
  box.style.cssText = `position: fixed; inset: 0 auto auto -9999px; inline-size: ${WIDTH}px; block-size: ${HEIGHT}px`
  // Others see the picture, so it always uses the light theme.
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
