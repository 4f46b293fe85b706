import { dirname } from 'node:path'
import { NOT_LITERAL } from './parsed-source.ts'
import { type Import, readImports } from './read-imports.ts'

const featureOf = (path: string) => /^apps\/(server|web)\/src\/features\/([^/]+)\//.exec(path)?.[2]
const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`)
const isDemoWriter = (path: string) => /^apps\/server\/src\/features\/[^/]+\/[^/]+\.demo\.ts$/.test(path)
const isDemoComposer = (path: string) => isIn(path, 'apps/server/src/demo')
// Test support may import the demo world too, for its random numbers.
const canReadDemo = (path: string) =>
  isDemoWriter(path) ||
  isDemoComposer(path) ||
  isIn(path, 'packages/demo-world/src') ||
  isIn(path, 'apps/server/src/testing')

const isTestSupport = (path: string) =>
  isIn(path, 'apps/server/src/testing') || /^apps\/server\/src\/features\/.+\.rights\.ts$/.test(path)

/** Features that iterate over what other features declare in `<feature>.feature.ts`. */
const gatheringFeatures = ['audit', 'digests', 'leaving', 'media', 'moderation', 'notifications']
const contentFeatures = ['chat', 'deals', 'feed', 'information', 'profile', 'publish', 'weather']
const isTest = (path: string) => path.endsWith('.test.ts')

/** Composition roots: the modules that they compose may not import them. */
const serverComposers = ['features.ts', 'app.ts', 'main.ts'].map(file => `apps/server/src/${file}`)
const isWebRoot = (path: string) =>
  isIn(path, 'apps/web/src/routes') || /^apps\/web\/src\/(?:main\.tsx|router\.ts|routeTree\.gen\.ts)$/.test(path)
const isWebComposer = (path: string) => isIn(path, 'apps/web/src/app') || isWebRoot(path)
const isPartOfServer = (path: string) => isIn(path, 'apps/server/src/kernel') || isIn(path, 'apps/server/src/features')
const isPartOfWeb = (path: string) => ['kernel', 'ui', 'features'].some(part => isIn(path, `apps/web/src/${part}`))

/** Returns why an import violates the module boundaries, or null. */
const findViolation = ({ from, to }: Import): string | null => {
  // Test support may import computed names, because it finds the tables of all features by file name.
  if (to === NOT_LITERAL)
    return isTestSupport(from) ? null : 'the target of an import must be a literal path with its extension'
  if (isPartOfServer(from) && !isTestSupport(from) && serverComposers.includes(to))
    return 'kernel, ui and features must not import a composition root'
  if (isPartOfWeb(from) && isWebComposer(to)) return 'kernel, ui and features must not import a composition root'
  if (isIn(from, 'apps/web/src/app') && isWebRoot(to)) return 'app/ must not import routes: they import it'
  if (/^(?:e2e|bench|scripts)\//.test(to)) return 'the product must not import e2e, bench or scripts'
  if (isIn(from, 'packages/contract/src') && !isIn(to, 'packages/contract/src'))
    return 'the contract must not import other packages of this repository'
  if (
    isIn(from, 'packages/demo-world/src') &&
    !isIn(to, 'packages/demo-world/src') &&
    !isIn(to, 'packages/contract/src')
  )
    return 'the demo world may import the contract only'
  if (isIn(to, 'packages/demo-world/src') && !canReadDemo(from))
    return 'only *.demo.ts files, apps/server/src/demo and test support may import the demo world'
  if (isDemoWriter(to) && !isDemoComposer(from)) return 'only apps/server/src/demo may import *.demo.ts files'
  if (isIn(from, 'apps/web') && isIn(to, 'apps/server'))
    return 'the web app must not import the server: it uses the contract'
  if (isIn(from, 'apps/server') && isIn(to, 'apps/web')) return 'the server must not import the web app'
  if (
    (isIn(from, 'apps/server/src/kernel') || isIn(from, 'apps/web/src/kernel') || isIn(from, 'apps/web/src/ui')) &&
    featureOf(to)
  )
    return 'kernel and ui must not import features'
  if (isIn(from, 'apps/web/src/ui') && isIn(to, 'apps/web/src/features')) return 'ui must not import features'
  if (isIn(from, 'apps/server/src') && isTestSupport(to) && !isTestSupport(from))
    return 'only tests may import test support'
  const [ownFeature, otherFeature] = [featureOf(from), featureOf(to)]
  if (!ownFeature || !otherFeature || ownFeature === otherFeature) return null
  if (
    isIn(from, 'apps/server') &&
    gatheringFeatures.includes(ownFeature) &&
    contentFeatures.includes(otherFeature) &&
    !isTest(from) &&
    !isTestSupport(from) &&
    !isDemoWriter(from)
  )
    return 'audit, digests, leaving, media, moderation and notifications take what a feature of content declares in `Feature`'
  if (isIn(from, 'apps/web')) return 'web features must not import each other: app/ composes them'
  return /\.(service|presenter|columns)\.ts$/.test(to)
    ? null
    : "a feature may import another feature's service, presenter or columns, not its queries or tables"
}

/** Limits of the graph of server features: how many import another, and how many stand above each other. */
const MAX_ARROWS = 60
const MAX_FLOORS = 6

const graphOfServerFeatures = (imports: readonly Import[]): Map<string, Set<string>> => {
  const importedFeatures = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [ownFeature, otherFeature] = [featureOf(from), featureOf(to)]
    if (!isIn(from, 'apps/server') || !ownFeature || !otherFeature || ownFeature === otherFeature) continue
    importedFeatures.set(ownFeature, (importedFeatures.get(ownFeature) ?? new Set()).add(otherFeature))
  }
  return importedFeatures
}

/** Returns in which respect the graph of server features exceeds its limits. Throws for a graph with cycles. */
const findExcess = (imports: readonly Import[]): string[] => {
  const ofProduct = imports.filter(({ from }) => !isTest(from) && !isTestSupport(from) && !isDemoWriter(from))
  const arrows = [...graphOfServerFeatures(ofProduct).values()].reduce((sum, { size }) => sum + size, 0)
  const graph = graphOfServerFeatures(ofProduct)
  const floorsUpTo = (feature: string): number =>
    1 + Math.max(0, ...[...(graph.get(feature) ?? [])].map(imported => floorsUpTo(imported)))
  const floors = Math.max(0, ...[...graph.keys()].map(feature => floorsUpTo(feature)))
  return [
    ...(arrows > MAX_ARROWS ? [`${arrows} arrows between server features, more than ${MAX_ARROWS}`] : []),
    ...(floors > MAX_FLOORS ? [`server features on ${floors} floors, more than ${MAX_FLOORS}`] : []),
  ]
}

/** Returns import cycles between server features, each once, as the names along the cycle. */
const findCycles = (imports: readonly Import[]): string[][] => {
  const importedFeatures = graphOfServerFeatures(imports)
  const cycles = new Map<string, string[]>()
  const walk = (path: string[]) => {
    for (const feature of importedFeatures.get(path.at(-1)!) ?? []) {
      const start = path.indexOf(feature)
      if (start !== -1) cycles.set(path.slice(start).sort().join(' '), [...path.slice(start), feature])
      else walk([...path, feature])
    }
  }
  for (const feature of importedFeatures.keys()) walk([feature])
  return [...cycles.values()]
}

/** Returns import cycles between files of one web feature, type imports included, each as its files in reading order. */
const findFileCycles = (imports: readonly Import[]): string[][] => {
  const importedFiles = new Map<string, string[]>()
  for (const { from, to } of imports)
    if (isIn(from, 'apps/web') && featureOf(from) && featureOf(from) === featureOf(to))
      importedFiles.set(from, [...(importedFiles.get(from) ?? []), to])
  const cycles: string[][] = []
  const finished = new Set<string>()
  const walk = (path: string[]) => {
    for (const file of importedFiles.get(path.at(-1)!) ?? []) {
      const start = path.indexOf(file)
      if (start !== -1) cycles.push([...path.slice(start), file])
      else if (!finished.has(file)) walk([...path, file])
    }
    finished.add(path.at(-1)!)
  }
  for (const file of importedFiles.keys()) if (!finished.has(file)) walk([file])
  return cycles
}

/** Returns all forbidden imports, cycles and exceeded limits as sentences. */
export const findForbiddenImports = (imports: readonly Import[]): string[] => {
  const cycles = findCycles(imports)
  return [
    ...imports.flatMap(found => {
      const why = findViolation(found)
      return why ? [`${found.from} imports ${found.to}: ${why}`] : []
    }),
    ...cycles.map(cycle => `import cycle between features: ${cycle.join(' → ')}`),
    ...findFileCycles(imports).map(cycle => `import cycle inside a feature: ${cycle.join(' → ')}`),
    ...(cycles.length === 0 ? findExcess(imports) : []),
  ]
}

if (import.meta.main) {
  const broken = findForbiddenImports(readImports(dirname(import.meta.dirname)))
  for (const line of broken) console.error(line)
  process.exit(broken.length > 0 ? 1 : 0)
}
