import type { Point } from '@parvis/contract/community.ts'
import type { LngLat, Map as TileMap } from 'maplibre-gl'

/** Half the size of a pin, which is centred on its point. */
const PIN_PX = 27

export interface PinLayer {
  layerRef: (layer: HTMLElement | null) => void
  pinRef: (point: Point) => (element: HTMLElement | null) => (() => void) | undefined
  placeAllPins: (map: TileMap) => void
  /** Moves the pins with the map: at a constant zoom by translating the whole layer instead of each pin. */
  followMap: (map: TileMap) => void
}

export const createPinLayer = (): PinLayer => {
  const points = new Map<HTMLElement, Point>()
  let lastPlacement: {
    map: TileMap
    zoom: number
    center: LngLat
    middle: { x: number; y: number }
    atRest: boolean
  } | null = null
  let layer: HTMLElement | null = null
  /** By how many pixels the map has moved since the pins were placed last. */
  const offsetSincePlacement = ({ map, center, middle }: NonNullable<typeof lastPlacement>) => {
    const { x, y } = map.project(center)
    return { x: x - middle.x, y: y - middle.y }
  }
  const pins: PinLayer = {
    layerRef(element) {
      layer = element
    },
    pinRef: point => element => {
      if (!element) return
      points.set(element, point)
      if (lastPlacement) {
        const [position, offset] = [lastPlacement.map.project(point.coordinates), offsetSincePlacement(lastPlacement)]
        element.style.translate = `${position.x - offset.x}px ${position.y - offset.y}px`
      }
      return () => void points.delete(element)
    },
    placeAllPins(map) {
      const { clientWidth, clientHeight } = map.getContainer()
      const atRest = !map.isMoving()
      const middle = { x: clientWidth / 2, y: clientHeight / 2 }
      lastPlacement = { map, zoom: map.getZoom(), center: map.getCenter(), middle, atRest }
      if (layer) layer.style.translate = ''
      layer?.toggleAttribute('data-zooming', map.isZooming())
      for (const [element, { coordinates }] of points) {
        const { x, y } = map.project(coordinates)
        element.style.translate = `${x}px ${y}px`
        // While the map moves, pins beyond the edge slide into view; at rest they are hidden, also from the keyboard.
        const isVisible = !atRest || (x > -PIN_PX && x < clientWidth + PIN_PX && y > 0 && y < clientHeight + 2 * PIN_PX)
        // If moving the map by keyboard hides the focused pin, focus moves to the map.
        if (!isVisible && element.contains(document.activeElement)) map.getCanvas().focus({ preventScroll: true })
        element.style.visibility = isVisible ? '' : 'hidden'
      }
    },
    followMap(map) {
      if (!lastPlacement || lastPlacement.atRest || map.getZoom() !== lastPlacement.zoom) return pins.placeAllPins(map)
      const { x, y } = offsetSincePlacement(lastPlacement)
      if (layer) layer.style.translate = `${x}px ${y}px`
    },
  }
  return pins
}
