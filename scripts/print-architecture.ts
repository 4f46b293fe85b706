import type { Import } from './read-imports.ts'

/** The server feature of a file. Null for other files, and for demo data and tables of permissions. */
const featureOf = (path: string) =>
  /\.(?:demo|rights)\.ts$/.test(path) ? null : (/^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null)

const graphOf = (imports: readonly Import[]): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [importer, imported] = [featureOf(from), featureOf(to)]
    if (!importer) continue
    const known = graph.get(importer) ?? new Set()
    graph.set(importer, known)
    if (imported && imported !== importer && !to.endsWith('.columns.ts')) known.add(imported)
  }
  return graph
}

/**
 * A Mermaid graph of the server’s features. A feature stands above all that it imports; an arrow that follows from
 * others, and imports of columns, are left out. Does not return for a graph with cycles, which the import rules forbid.
 */
export const printFeatureGraph = (imports: readonly Import[]): string => {
  const graph = graphOf(imports)
  const importsOf = (feature: string) => [...(graph.get(feature) ?? [])].toSorted()
  const floorOf = (feature: string): number => 1 + Math.max(0, ...importsOf(feature).map(floorOf))
  const reaches = (from: string, to: string): boolean =>
    importsOf(from).some(imported => imported === to || reaches(imported, to))
  const floors = Map.groupBy([...graph.keys()].toSorted(), floorOf)
  const boxes = [...floors]
    .toSorted(([a], [z]) => z - a)
    .map(([floor, features]) => `  subgraph floor${floor}["floor ${floor}"]\n    ${features.join('\n    ')}\n  end`)
  const arrows = [...graph.keys()].toSorted().flatMap(feature => {
    const imported = importsOf(feature)
    return imported
      .filter(to => !imported.some(other => other !== to && reaches(other, to)))
      .map(to => `  ${feature} --> ${to}`)
  })
  return ['```mermaid', 'flowchart TB', ...boxes, ...arrows, '```'].join('\n')
}
