import type { Point } from '@parvis/contract/community.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { joinAttributions, fetchStyle, withThemeColours, readColours } from './map-style.ts'

setWorkerUrl(workerUrl)

/** The size of the picture in CSS pixels; the aspect ratio is that of its frame. */
const WIDTH = 800
const HEIGHT = 400
const DENSITY = 2
const ZOOM = 15
const TIMEOUT_MS = 20_000
const QUALITY = 0.85
const DOT_RADIUS = 10

/** Resolves to true when the map has rendered everything, to false after a timeout. */
const waitForIdle = (map: TileMap) =>
  new Promise<boolean>(resolve => {
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS)
    void map.once('idle').then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })

interface MapWithDot {
  map: TileMap
  dot: { fill: string; ring: string } | null
}

const attributionOf = (map: TileMap): string => {
  const sources = Object.keys(map.getStyle().sources).map(id => map.getSource(id))
  return joinAttributions(sources.flatMap(source => source?.attribution ?? [])) || '© OpenStreetMap'
}

const composePicture = ({ map, dot }: MapWithDot): HTMLCanvasElement => {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH * DENSITY, height: HEIGHT * DENSITY })
  const context = canvas.getContext('2d')!
  context.scale(DENSITY, DENSITY)
  context.drawImage(map.getCanvas(), 0, 0, WIDTH, HEIGHT)
  for (const [colour, radius] of dot ? [[dot.ring, DOT_RADIUS] as const, [dot.fill, DOT_RADIUS * 0.6] as const] : []) {
    context.fillStyle = colour
    context.beginPath()
    context.arc(WIDTH / 2, HEIGHT / 2, radius, 0, 2 * Math.PI)
    context.fill()
  }
  return canvas
}

/** The computed value of a colour of `tokens.css` in the light theme. */
const resolveToken = (container: HTMLElement, name: string) => {
  container.style.color = `var(--${name})`
  return getComputedStyle(container).color
}

export interface StaticMap {
  file: File
  attribution: string
}

/** `withDot` draws the point, otherwise the showing component does. Null without tiles or if rendering fails. */
export const renderStaticMap = async (
  point: Point,
  styleUrl: string,
  { withDot }: { withDot: boolean },
): Promise<StaticMap | null> => {
  const container = document.createElement('div')
  container.inert = true
  container.style.cssText = `position: fixed; inset: 0 auto auto -9999px; inline-size: ${WIDTH}px; block-size: ${HEIGHT}px`
  // The light theme, because other people will see the picture.
  container.style.colorScheme = 'light'
  document.body.append(container)
  let map: TileMap | undefined
  try {
    const colours = readColours(container)
    map = new TileMap({
      container: container,
      style: withThemeColours(await fetchStyle(styleUrl), colours),
      center: point.coordinates,
      zoom: ZOOM,
      pixelRatio: DENSITY,
      interactive: false,
      attributionControl: false,
      fadeDuration: 0,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    })
    let hasFailed = false
    map.on('error', () => {
      hasFailed = true
    })
    if (!(await waitForIdle(map)) || hasFailed) return null
    const dot = withDot ? { fill: resolveToken(container, 'brand'), ring: resolveToken(container, 'surface') } : null
    const canvas = composePicture({ map, dot })
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return (
      blob && {
        file: new File([blob], 'map.jpg', { type: blob.type }),
        attribution: attributionOf(map).slice(0, MAX_ALT_LENGTH),
      }
    )
  } catch {
    return null
  } finally {
    map?.remove()
    container.remove()
  }
}
