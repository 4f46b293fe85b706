import type { Point } from '@parvis/contract/community.ts'
import type { Map as TileMap } from 'maplibre-gl'
import type { ReactNode } from 'react'
import type { Bounds } from './clusters.ts'

export interface MapPlace {
  id: string
  name: string
  point: Point
  picture: ReactNode
}

export interface MapView {
  center: Point
  /** The extent of the visible area, in degrees. */
  delta: { longitude: number; latitude: number }
}

export interface Insets {
  top: number
  bottom: number
  left: number
  right: number
}

export const MAX_ZOOM = 17
/** Pins up to this many pixels outside the visible area are rendered in advance. */
const RENDER_MARGIN_PX = 192
/** While the user zooms, clusters are computed again after this many zoom levels. */
const MAX_ZOOM_STEPS = 3

/** The corners of the visible area, in the format of MapLibre. */
export const cornersOf = ({ center, delta }: MapView): [[number, number], [number, number]] => {
  const [longitude, latitude] = center.coordinates
  return [
    [longitude - delta.longitude / 2, latitude - delta.latitude / 2],
    [longitude + delta.longitude / 2, latitude + delta.latitude / 2],
  ]
}

/** Limits the insets to half of the map, so that some space remains for the view. */
export const limitInsets = (
  { clientWidth, clientHeight }: HTMLElement,
  { top, bottom, left, right }: Insets,
): Insets => {
  const high = Math.min(1, clientHeight / 2 / (top + bottom))
  const wide = Math.min(1, clientWidth / 2 / (left + right))
  return { top: top * high, bottom: bottom * high, left: left * wide, right: right * wide }
}

/** The bounds in which pins are rendered, and the zoom level for which they are clustered. */
export interface RenderedArea {
  bounds: Bounds
  zoom: number
}

/** The area in which pins are rendered for the map's current position. */
export const renderedAreaOf = (map: TileMap): RenderedArea => {
  const { clientWidth, clientHeight } = map.getContainer()
  const low = map.unproject([-RENDER_MARGIN_PX, clientHeight + RENDER_MARGIN_PX])
  const high = map.unproject([clientWidth + RENDER_MARGIN_PX, -RENDER_MARGIN_PX])
  return { bounds: [low.lng, low.lat, high.lng, high.lat], zoom: Math.floor(map.getZoom()) }
}

/** Whether the rendered pins still suffice for a moving map: they surround its centre at a similar zoom level. */
export const isCovered = ({ bounds: [west, south, east, north], zoom }: RenderedArea, map: TileMap): boolean => {
  const { lng, lat } = map.getCenter()
  const steps = Math.abs(Math.floor(map.getZoom()) - zoom)
  return steps < MAX_ZOOM_STEPS && lng > west && lng < east && lat > south && lat < north
}

export const centerOf = (map: TileMap): Point => {
  const { lng, lat } = map.getCenter().wrap()
  return { type: 'Point', coordinates: [lng, lat] }
}
