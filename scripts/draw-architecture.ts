import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Import, readImports } from './read-imports.ts'

// npm run architecture: draws docs/architecture.svg, the import diagram. A box is a feature or a layer. A dot on its
// horizontal line is an import: the vertical line through the dot ends with an arrow at the imported box.

/** The feature, layer or composition root of a file. Null for test support. */
const unitOf = (path: string): string | null => {
  if (path.startsWith('packages/contract/')) return 'contract'
  if (path.startsWith('packages/demo-world/')) return 'demo-world'
  if (/^apps\/(?:server|web)\/src\/testing\//.test(path) || path.endsWith('.rights.ts')) return null
  const feature = /^apps\/(server|web)\/src\/features\/([^/]+)\//.exec(path)
  if (feature) return `${feature[1]} features/${feature[2]}`
  const folder = /^apps\/(server|web)\/src\/([^/]+)\//.exec(path)
  const side = path.split('/')[1]
  return folder && folder[2] !== 'routes' ? `${side} ${folder[2]}` : `${side} compose`
}

interface Edge {
  from: string
  to: string
  /** Whether only columns of a feature are imported, which are names without code. */
  columnsOnly: boolean
}

/** The unit’s name without `server` or `web`, so that both use the same colour for the same name. */
const nameOf = (unit: string) => unit.replace(/^(server|web) /, '')
const isFeature = (unit: string) => unit.includes(' features/')

/** Imports between units, each pair once. A unit that is no feature has one edge to all features of its side. */
const edgesOf = (imports: readonly Import[]): Edge[] => {
  const edges = new Map<string, Edge>()
  for (const { from, to } of imports) {
    const [importer, imported] = [unitOf(from), unitOf(to)]
    if (!importer || !imported || importer === imported) continue
    const target = isFeature(imported) && !isFeature(importer) ? `${imported.split(' ')[0]} features` : imported
    const known = edges.get(`${importer}>${target}`)
    const columnsOnly = to.endsWith('.columns.ts') && (known?.columnsOnly ?? true)
    edges.set(`${importer}>${target}`, { from: importer, to: target, columnsOnly })
  }
  return [...edges.entries()].toSorted(([a], [z]) => (a < z ? -1 : 1)).map(([, edge]) => edge)
}

/** Features in topological order: from those that nothing imports to those that import nothing. */
const sortByDepth = (features: readonly string[], edges: readonly Edge[]): string[] => {
  const depths = new Map<string, number>()
  const depthOf = (feature: string): number => {
    const known = depths.get(feature)
    if (known !== undefined) return known
    const below = edges.filter(({ from, to, columnsOnly }) => from === feature && features.includes(to) && !columnsOnly)
    const depth = Math.max(0, ...below.map(({ to }) => 1 + depthOf(to)))
    depths.set(feature, depth)
    return depth
  }
  return features.toSorted((a, z) => depthOf(z) - depthOf(a) || (a < z ? -1 : 1))
}

const ROW = 44
const BOX = { width: 190, height: 30 }
const LANE = 20
const FRAME = 14
const TOP = 64
const SIDE_GAP = 48
const hues = [
  '#2563c9',
  '#c2410c',
  '#0f8a5f',
  '#9333ea',
  '#b8860b',
  '#d02670',
  '#0e7490',
  '#64748b',
  '#7c6f1d',
  '#b91c1c',
]

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Side {
  name: 'server' | 'web'
  title: string
  /** Layers above and below the features. */
  above: readonly string[]
  below: readonly string[]
}

const sides: readonly Side[] = [
  { name: 'server', title: 'apps/server', above: ['compose', 'demo'], below: ['kernel', 'demo-world'] },
  { name: 'web', title: 'apps/web', above: ['compose', 'app'], below: ['ui', 'kernel', 'locales'] },
]

const labels: Record<string, string> = {
  'server compose': 'main · app · env · features',
  'web compose': 'main · routes/',
  'web app': 'app/',
  'demo-world': 'packages/demo-world',
}

const unitsOf = ({ name, above, below }: Side, edges: readonly Edge[]) => {
  const known = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const unit = (layer: string) => (layer === 'demo-world' ? layer : `${name} ${layer}`)
  const features = sortByDepth(
    [...known].filter(one => one.startsWith(`${name} features/`)),
    edges,
  )
  return {
    above: above.map(unit).filter(one => known.has(one)),
    features,
    below: below.map(unit).filter(one => known.has(one)),
  }
}

/** The positions of one side, from x = `left`: its boxes, and the vertical lines to the units that they import. */
const layOut = (side: Side, edges: readonly Edge[], left: number) => {
  const { above, features, below } = unitsOf(side, edges)
  const header = `${side.name} features`
  const order = [...above, header, ...features, ...below]
  const ownEdges = edges.filter(({ from }) => order.includes(from))
  const targets = order.filter(unit => ownEdges.some(({ to }) => to === unit))
  const inFrame = targets.filter(isFeature)
  const outside = [
    ...targets.filter(unit => !isFeature(unit)),
    ...(ownEdges.some(({ to }) => to === 'contract') ? ['contract'] : []),
  ]
  const boxLeft = left + FRAME
  const boxRight = boxLeft + BOX.width
  const frameRight = boxRight + LANE * (inFrame.length + 1)
  const laneX = new Map([
    ...inFrame.map((unit, at) => [unit, boxRight + LANE * (at + 1)] as const),
    ...outside.map((unit, at) => [unit, frameRight + LANE * (at + 1)] as const),
  ])
  const names = [...new Set(edges.map(({ to }) => nameOf(to)))].toSorted()
  return {
    header,
    order,
    ownEdges,
    featureCount: features.length,
    left,
    boxLeft,
    boxRight,
    frameRight,
    right: frameRight + LANE * (outside.length + 1),
    laneX,
    y: (unit: string) => TOP + order.indexOf(unit) * ROW + ROW / 2,
    hue: (unit: string) => hues[names.indexOf(nameOf(unit)) % hues.length]!,
  }
}

type Layout = ReturnType<typeof layOut>

const drawFrame = ({ header, featureCount, left, frameRight, y }: Layout) => {
  const top = y(header) - ROW / 2 + 4
  return `<rect class="frame" x="${left}" y="${top}" width="${frameRight - left}" height="${ROW * (featureCount + 1) - 4}" rx="10"/>
<text class="small" x="${left + FRAME}" y="${y(header) + 4}">features/</text>`
}

/** The vertical line to an imported unit, with a dot on the line of each unit that imports it. */
const drawLane = (
  { header, ownEdges: own, frameRight, boxRight, y, hue }: Layout,
  unit: string,
  x: number,
  contractY: number,
) => {
  const joins = own.filter(({ to }) => to === unit)
  const color = `style="--hue:${hue(unit)}"`
  const joinY = joins.map(({ from }) => y(from) - 6)
  const endY = unit === 'contract' ? contractY : y(unit) + 7
  const edge = unit === header ? frameRight : boxRight
  const path =
    unit === 'contract'
      ? `M${x} ${Math.min(...joinY)}V${endY - 2}`
      : `M${x} ${Math.min(...joinY, endY)}V${Math.max(...joinY, endY)}M${x} ${endY}H${edge + 2}`
  const dots = joins.map(({ from, columnsOnly }) => {
    const at = `cx="${x}" cy="${y(from) - 6}" r="4"`
    return `<circle class="${columnsOnly ? 'hollow' : 'dot'}" ${at} ${color}><title>${escape(`${from} imports ${unit}`)}</title></circle>`
  })
  const head =
    unit === 'contract'
      ? `<path class="head" ${color} d="M${x - 4} ${endY - 8}h8l-4 7z"/>`
      : `<path class="head" ${color} d="M${edge + 8} ${endY - 4}v8l-7 -4z"/>`
  return { line: `<path class="lane" ${color} d="${path}"/>${head}`, dots }
}

/** The horizontal line of a unit, as far as the vertical line of the last unit that it imports. */
const drawStem = ({ ownEdges: own, laneX, boxRight, y }: Layout, unit: string) => {
  const reach = Math.max(...own.filter(({ from }) => from === unit).map(({ to }) => laneX.get(to) ?? boxRight))
  return `<path class="stem" d="M${boxRight} ${y(unit) - 6}H${reach}"/>`
}

const drawBox = ({ boxLeft, y }: Layout, unit: string) => {
  const label = labels[unit] ?? nameOf(unit).replace('features/', '') + (isFeature(unit) ? '' : '/')
  return `<rect class="box${isFeature(unit) ? ' feature' : ''}" x="${boxLeft}" y="${y(unit) - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="6"/>
<text x="${boxLeft + BOX.width / 2}" y="${y(unit) + 5}" text-anchor="middle">${escape(label)}</text>`
}

/** Draws one side from x = `left`; imports of the contract end at `contractY`. */
const drawSide = (side: Side, edges: readonly Edge[], left: number, contractY: number) => {
  const layout = layOut(side, edges, left)
  const { header, order, ownEdges: own, laneX, right } = layout
  const lanes = [...laneX].map(([unit, x]) => drawLane(layout, unit, x, contractY))
  const drawn = [
    `<text class="title" x="${left}" y="${TOP - 22}">${side.title}</text>`,
    drawFrame(layout),
    ...order.filter(unit => own.some(({ from }) => from === unit)).map(unit => drawStem(layout, unit)),
    ...lanes.map(({ line }) => line),
    ...lanes.flatMap(({ dots }) => dots),
    ...order.filter(unit => unit !== header).map(unit => drawBox(layout, unit)),
  ]
  return { drawn: drawn.join('\n'), right, rows: order.length }
}

const style = `
text { font: 14px system-ui, sans-serif; fill: var(--ink) }
.title { font-weight: 700; font-size: 16px }
.small { font-size: 13px; fill: var(--quiet) }
.paper { fill: var(--paper) }
.frame { fill: var(--shade); stroke: var(--line) }
.box { fill: var(--paper); stroke: var(--line) }
.feature { stroke: var(--ink) }
.stem { stroke: var(--line); fill: none }
.lane { stroke: var(--hue); stroke-width: 2; fill: none }
.head, .dot { fill: var(--hue) }
.hollow { fill: var(--paper); stroke: var(--hue); stroke-width: 2 }
svg { --paper: #fff; --ink: #1c1c1c; --quiet: #5a5a5a; --line: #9a9a9a; --shade: #f4f4f2 }
@media (prefers-color-scheme: dark) { svg { --paper: #16181c; --ink: #ececec; --quiet: #a8a8a8; --line: #6b6f76; --shade: #1e2126 } .lane, .head, .dot, .hollow { filter: brightness(1.5) } }`

/** The import diagram as an SVG; the same for the same imports in any order. */
export const drawHouse = (imports: readonly Import[]): string => {
  const edges = edgesOf(imports)
  const rows = Math.max(...sides.map(side => Object.values(unitsOf(side, edges)).flat().length + 1))
  const contractY = TOP + rows * ROW + 24
  let left = 24
  const drawn = sides.map(side => {
    const { drawn: part, right } = drawSide(side, edges, left, contractY)
    left = right + SIDE_GAP
    return part
  })
  const width = left - SIDE_GAP + 24
  const height = contractY + 104
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What imports what in Parvis">
<style>${style}
</style>
<rect class="paper" width="${width}" height="${height}"/>
${drawn.join('\n')}
<rect class="box" x="24" y="${contractY}" width="${width - 48}" height="36" rx="6"/>
<text x="${width / 2}" y="${contractY + 23}" text-anchor="middle">packages/contract</text>
<text class="small" x="24" y="${contractY + 62}">A dot: what stands on this line imports what the arrow of the upright line points to.</text>
<text class="small" x="24" y="${contractY + 82}">A hollow dot: its columns alone. Drawn from the code by “npm run architecture”.</text>
</svg>
`
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  writeFileSync(join(root, 'docs/architecture.svg'), drawHouse(readImports(root)))
}
