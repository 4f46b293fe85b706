import type { Point } from '@parvis/contract/community.ts'
import type { LngLat, Map as TileMap } from 'maplibre-gl'

/** Half of a pin, which stands on its point. */
const PIN_PX = 27

/** Elements that stand on places of a map, in one layer over it. */
export interface PlacedPins {
  /** A `ref` for the layer that holds them. */
  hold: (layer: HTMLElement | null) => void
  /** A `ref` for one that stands at this place. */
  at: (point: Point) => (element: HTMLElement | null) => (() => void) | undefined
  /** Puts each where its place is now. */
  place: (map: TileMap) => void
  /** Keeps up with a map that moves: at one zoom the layer is moved as a whole, which draws no pin anew. */
  follow: (map: TileMap) => void
}

export const createPlacedPins = (): PlacedPins => {
  const points = new Map<HTMLElement, Point>()
  let placed: { map: TileMap; zoom: number; center: LngLat; middle: { x: number; y: number }; atRest: boolean } | null =
    null
  let layer: HTMLElement | null = null
  /** How far the map has gone since all were placed, in pixels. */
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
        // what waits beyond the edge comes in with the map that moves; at rest it is not there for the keyboard
        const isSeen = !atRest || (x > -PIN_PX && x < clientWidth + PIN_PX && y > 0 && y < clientHeight + 2 * PIN_PX)
        // who moved the map away from it by keyboard goes on with the map
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
