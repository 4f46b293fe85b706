import type { Point } from '@parvis/contract/community.ts'
import type { LngLat, Map as TileMap } from 'maplibre-gl'

/** Half of a pin, which is centred on its point. */
const PIN_PX = 27

/** Elements at points of a map, in one layer above it. */
export interface PlacedPins {
  /** The `ref` of the layer element. */
  hold: (layer: HTMLElement | null) => void
  /** Returns the `ref` of an element at this point. */
  at: (point: Point) => (element: HTMLElement | null) => (() => void) | undefined
  /** Positions every element. */
  place: (map: TileMap) => void
  /** Follows a moving map: at a constant zoom the layer is translated as a whole, without moving each pin. */
  follow: (map: TileMap) => void
}

export const createPlacedPins = (): PlacedPins => {
  const points = new Map<HTMLElement, Point>()
  let placed: { map: TileMap; zoom: number; center: LngLat; middle: { x: number; y: number }; atRest: boolean } | null =
    null
  let layer: HTMLElement | null = null
  /** The movement of the map since the last placement, in pixels. */
  const wayGone = ({ map, center, middle }: NonNullable<typeof placed>) => {
    const { x, y } = map.project(center)
    return { x: x - middle.x, y: y - middle.y }
  }
  const pins: PlacedPins = {
    hold(element) {
      layer = element
    },
    at: point => element => {
      if (!element) return
      points.set(element, point)
      if (placed) {
        const [here, way] = [placed.map.project(point.coordinates), wayGone(placed)]
        element.style.translate = `${here.x - way.x}px ${here.y - way.y}px`
      }
      return () => void points.delete(element)
    },
    place(map) {
      const { clientWidth, clientHeight } = map.getContainer()
      const atRest = !map.isMoving()
      const middle = { x: clientWidth / 2, y: clientHeight / 2 }
      placed = { map, zoom: map.getZoom(), center: map.getCenter(), middle, atRest }
      if (layer) layer.style.translate = ''
      layer?.toggleAttribute('data-zooming', map.isZooming())
      for (const [element, { coordinates }] of points) {
        const { x, y } = map.project(coordinates)
        element.style.translate = `${x}px ${y}px`
        // During a move, pins beyond the edge slide into view; at rest they are hidden from the keyboard.
        const isSeen = !atRest || (x > -PIN_PX && x < clientWidth + PIN_PX && y > 0 && y < clientHeight + 2 * PIN_PX)
        // If a focused pin leaves the view by keyboard, focus moves to the map.
        if (!isSeen && element.contains(document.activeElement)) map.getCanvas().focus({ preventScroll: true })
        element.style.visibility = isSeen ? '' : 'hidden'
      }
    },
    follow(map) {
      if (!placed || placed.atRest || map.getZoom() !== placed.zoom) return pins.place(map)
      const { x, y } = wayGone(placed)
      if (layer) layer.style.translate = `${x}px ${y}px`
    },
  }
  return pins
}
