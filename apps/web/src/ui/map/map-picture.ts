import type { Point } from '@parvis/contract/community.ts'
import { Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { fetchStyle, inOurColours, readColours } from './map-style.ts'

setWorkerUrl(workerUrl)

/** As a card shows it, at twice the pixels. */
const WIDTH_PX = 800
const HEIGHT_PX = 500
const PIXELS = 2
/** Some streets. */
const ZOOM = 15
const MOST_MS = 20_000
const DOT_PX = 18

/** Drawn whole, or not at all: null where a tile is missing, or there is no WebGL. */
const drawGround = async (map: TileMap): Promise<boolean> =>
  new Promise(done => {
    let whole = true
    map.on('error', () => {
      whole = false
    })
    map.once('idle', () => done(whole))
    setTimeout(() => done(false), MOST_MS)
  })

/** A picture of the streets around a place with a dot on it, by day; null where it cannot be drawn whole. */
export const drawMapPicture = async ({ coordinates }: Point, styleUrl: string): Promise<Blob | null> => {
  const box = document.body.appendChild(document.createElement('div'))
  // out of sight, and of the size that it is drawn in
  Object.assign(box.style, {
    position: 'fixed',
    inset: `0 auto auto -${WIDTH_PX * PIXELS}px`,
    width: `${WIDTH_PX}px`,
    height: `${HEIGHT_PX}px`,
    colorScheme: 'light',
  })
  box.inert = true
  let map: TileMap | null = null
  try {
    map = new TileMap({
      container: box,
      style: inOurColours(await fetchStyle(styleUrl), readColours(box)),
      center: coordinates,
      zoom: ZOOM,
      interactive: false,
      attributionControl: false,
      fadeDuration: 0,
      pixelRatio: PIXELS,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    })
    if (!(await drawGround(map))) return null
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH_PX * PIXELS
    canvas.height = HEIGHT_PX * PIXELS
    const context = canvas.getContext('2d')!
    context.drawImage(map.getCanvas(), 0, 0, canvas.width, canvas.height)
    const style = getComputedStyle(box)
    for (const [radius, colour] of [
      [DOT_PX, '--surface'],
      [DOT_PX * 0.6, '--brand'],
    ] as const) {
      context.beginPath()
      context.arc(canvas.width / 2, canvas.height / 2, radius, 0, 2 * Math.PI)
      box.style.color = `var(${colour})`
      context.fillStyle = style.color
      context.fill()
    }
    return await new Promise(done => canvas.toBlob(done, 'image/png'))
  } catch {
    return null
  } finally {
    map?.remove()
    box.remove()
  }
}
