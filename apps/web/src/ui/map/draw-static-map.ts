import type { Point } from '@parvis/contract/community.ts'
import { Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { creditOf, fetchStyle, inOurColours, readColours, type MapColours } from './map-style.ts'

setWorkerUrl(workerUrl)

/** Of the picture, in pixels: twice as wide as high, as it is shown beside a place. */
const WIDTH = 800
const HEIGHT = 400
/** Some streets around the place. */
const ZOOM = 15
const TIMEOUT_MS = 20_000
const QUALITY = 0.85
const CREDIT_HEIGHT = 24

/** The next time the map has drawn all that it shows; false where it takes too long. */
const isDrawn = (map: TileMap) =>
  new Promise<boolean>(resolve => {
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS)
    void map.once('idle').then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })

/** Who made the map is said in the picture itself: it goes where no line can be set under it. */
const credited = (map: TileMap, { land, ink }: MapColours): HTMLCanvasElement => {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')!
  pen.drawImage(map.getCanvas(), 0, 0, WIDTH, HEIGHT)
  const sources = Object.keys(map.getStyle().sources).map(id => map.getSource(id))
  const credit = creditOf(sources.flatMap(source => source?.attribution ?? [])) || '© OpenStreetMap'
  pen.font = `${CREDIT_HEIGHT / 2}px sans-serif`
  const width = pen.measureText(credit).width + CREDIT_HEIGHT / 2
  pen.fillStyle = land
  pen.fillRect(WIDTH - width, HEIGHT - CREDIT_HEIGHT, width, CREDIT_HEIGHT)
  pen.fillStyle = ink
  pen.textBaseline = 'middle'
  pen.fillText(credit, WIDTH - width + CREDIT_HEIGHT / 4, HEIGHT - CREDIT_HEIGHT / 2)
  return canvas
}

/**
 * A picture of the streets around a place, which stands in its middle, drawn out of sight. Null without tiles, or where the device cannot draw
 * them.
 */
export const drawStaticMap = async (point: Point, styleUrl: string): Promise<File | null> => {
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
      pixelRatio: 1,
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
    const canvas = credited(map, colours)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return blob && new File([blob], 'map.jpg', { type: blob.type })
  } catch {
    return null
  } finally {
    map?.remove()
    box.remove()
  }
}
