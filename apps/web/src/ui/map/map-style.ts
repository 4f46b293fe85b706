import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** The map colours among the tokens of `tokens.css`; MapLibre needs their computed values in the current theme. */
const colourNames = ['land', 'block', 'park', 'water', 'water-line', 'road', 'ink'] as const
export type MapColours = Record<(typeof colourNames)[number], string>

export const readColours = (container: Element): MapColours => {
  const probe = container.appendChild(document.createElement('i'))
  const resolve = (name: string) => {
    probe.style.color = `var(--map-${name})`
    return getComputedStyle(probe).color
  }
  const colours = Object.fromEntries(colourNames.map(name => [name, resolve(name)])) as MapColours
  probe.remove()
  return colours
}

/** The style without tiles: a plain background with a grid, so that the movement of the map is visible. */
export const plainStyle = ({ land, road }: MapColours): StyleSpecification => ({
  version: 8,
  sources: { net: { type: 'geojson', data: gridOf(0, 0, 0) } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': land } },
    { id: 'net', type: 'line', source: 'net', paint: { 'line-color': road, 'line-width': 2 } },
  ],
})

const GRID_LINES = 6
const GRID_LINES_PER_SIDE = 12

/** Lines of latitude and longitude around a point. Their distance is a power of two of a degree, to fit the zoom. */
export const gridOf = (longitude: number, latitude: number, zoom: number) => {
  const visibleDegrees = 360 / 2 ** zoom
  const step = 2 ** Math.round(Math.log2(visibleDegrees / GRID_LINES))
  const steps = Array.from({ length: 2 * GRID_LINES_PER_SIDE + 1 }, (_, n) => n - GRID_LINES_PER_SIDE)
  const [west, south] = [Math.round(longitude / step) * step, Math.round(latitude / step) * step]
  const clampLatitude = (degrees: number) => Math.max(-85, Math.min(85, degrees))
  const [low, high] = [
    clampLatitude(south - GRID_LINES_PER_SIDE * step),
    clampLatitude(south + GRID_LINES_PER_SIDE * step),
  ]
  return {
    type: 'Feature' as const,
    properties: {},
    geometry: {
      type: 'MultiLineString' as const,
      coordinates: steps.flatMap(n => [
        [
          [west + n * step, low],
          [west + n * step, high],
        ],
        [
          [west - GRID_LINES_PER_SIDE * step, clampLatitude(south + n * step)],
          [west + GRID_LINES_PER_SIDE * step, clampLatitude(south + n * step)],
        ],
      ]),
    },
  }
}

const colourOf = (layer: LayerSpecification, colours: MapColours): string | undefined => {
  const description = `${layer.id} ${'source-layer' in layer ? layer['source-layer'] : ''}`
  if (/water|ocean|river|lake/i.test(description)) return layer.type === 'line' ? colours['water-line'] : colours.water
  if (/park|wood|forest|grass|landcover|vegetation|green/i.test(description)) return colours.park
  if (/building|residential|landuse|block/i.test(description)) return colours.block
  if (layer.type === 'line' && /road|transport|street|path|highway|bridge|tunnel|motorway|rail/i.test(description))
    return colours.road
  return undefined
}

/** Applies the theme's colours to the tile style; layers that are not recognized are not recoloured. */
export const withThemeColours = (style: StyleSpecification, colours: MapColours): StyleSpecification => ({
  ...style,
  layers: style.layers.map((layer): LayerSpecification => {
    const colour = colourOf(layer, colours)
    switch (layer.type) {
      case 'background':
        return { ...layer, paint: { ...layer.paint, 'background-color': colours.land } }
      case 'fill':
        return colour ? { ...layer, paint: { 'fill-color': colour } } : layer
      case 'line':
        return colour ? { ...layer, paint: { ...layer.paint, 'line-color': colour } } : layer
      case 'symbol':
        return {
          ...layer,
          paint: { ...layer.paint, 'text-color': colours.ink, 'text-halo-color': colours.land, 'text-halo-width': 1 },
        }
      default:
        return layer
    }
  }),
})

const STYLE_TIMEOUT_MS = 8_000

/** Fetches the map style. Throws if it cannot be loaded or is invalid. */
export const fetchStyle = async (url: string): Promise<StyleSpecification> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(STYLE_TIMEOUT_MS), credentials: 'omit' })
  if (!response.ok) throw new Error(`${response.status}`)
  const style = (await response.json()) as StyleSpecification
  if (!Array.isArray(style.layers) || typeof style.sources !== 'object') throw new Error('invalid map style')
  return style
}

/** The attributions of the tile sources as plain text, because their HTML comes from another server. */
export const joinAttributions = (attributions: readonly string[]): string =>
  [
    ...new Set(
      attributions.map(html => (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim()),
    ),
  ]
    .filter(Boolean)
    .join(' ')
